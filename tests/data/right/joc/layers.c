/* Breadth first, layer by layer, with a table of positions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS (1 << 18)

typedef struct { long long state; int before; char piece, way; } Node;

static int count, place[7];
static Node nodes[SLOTS];
static int slots[SLOTS];
static const char names[] = "P123456", ways[] = "lrud";
static const int down[] = {0, 0, -1, 1}, right[] = {-1, 1, 0, 0};

static void unpack(long long state, int *squares) {
    for (int i = 0; i < count; i++) {
        squares[i] = state % 25;
        state /= 25;
    }
}

static long long pack(const int *squares) {
    long long state = 0;
    for (int i = count - 1; i >= 0; i--) state = state * 25 + squares[i];
    return state;
}

static int slide(const int *squares, int piece, int way) {
    int row = squares[piece] / 5, column = squares[piece] % 5;
    for (;;) {
        int r = row + down[way], c = column + right[way];
        if (r < 0 || r > 4 || c < 0 || c > 4) return -1;
        for (int i = 0; i < count; i++)
            if (squares[i] == 5 * r + c) return 5 * row + column;
        row = r;
        column = c;
    }
}

int main(void) {
    int a, b, used = 0;
    while (count < 7 && scanf("%d%d", &a, &b) == 2) place[count++] = 5 * a + b;
    memset(slots, -1, sizeof slots);
    nodes[used++] = (Node){pack(place), -1, 0, 0};
    slots[pack(place) % SLOTS] = 0;
    for (int at = 0; at < used; at++) {
        int squares[7];
        unpack(nodes[at].state, squares);
        if (squares[0] == 12) {
            int line[1000], length = 0;
            for (int one = at; nodes[one].before >= 0; one = nodes[one].before) line[length++] = one;
            printf("%d deplasari\n", length);
            for (int i = length - 1; i >= 0; i--)
                printf("%c-%c%s", names[(int)nodes[line[i]].piece], ways[(int)nodes[line[i]].way], i ? " " : "");
            printf("\n");
            return 0;
        }
        for (int piece = 0; piece < count; piece++) {
            for (int way = 0; way < 4; way++) {
                int to = slide(squares, piece, way), from = squares[piece];
                if (to < 0 || to == from) continue;
                squares[piece] = to;
                long long state = pack(squares);
                squares[piece] = from;
                int slot = state % SLOTS;
                while (slots[slot] >= 0 && nodes[slots[slot]].state != state) slot = (slot + 1) % SLOTS;
                if (slots[slot] >= 0) continue;
                slots[slot] = used;
                nodes[used++] = (Node){state, at, piece, way};
            }
        }
    }
    printf("Fara solutie\n");
    return 0;
}
