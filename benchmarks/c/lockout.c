/* Lunar Lockout on 5 x 5 squares in plain C: every placement of P and 1 to 6 helpers, backwards
 * from the solved ones. Prints, for each number of helpers, the placements, how many can be
 * solved, the longest of the shortest solutions, and the seconds, by the clock and of the processor,
 * of the best of several rounds.
 *
 * A slide ends beside a piece. So what can have led to a position is found by pulling a piece
 * that has a neighbour on one side away from it on the other, over empty squares; no move graph
 * is needed. A set of helpers is numbered by two tables, one for each half of the board.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 5, SQUARES = 25, GOAL = 12, LOW = 12, MOST = 6, UNSOLVED = 255 };

static uint32_t rank_low[1 << LOW], rank_high[1 << (SQUARES - LOW)];
static int ahead[SQUARES][4][SIDE]; /* the squares from one along a direction, then -1 */

static double worked(void) { return (double)clock() / CLOCKS_PER_SEC; } /* processor time */

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static uint32_t choose(int n, int k) {
    uint32_t result = 1;
    if (k < 0 || k > n) return 0;
    for (int i = 1; i <= k; i++) result = result * (n - k + i) / i;
    return result;
}

static void number_sets(int helpers) {
    uint32_t met[LOW + 1] = {0}, before = 0;
    for (int low = 0; low < 1 << LOW; low++) rank_low[low] = met[__builtin_popcount(low)]++;
    for (int high = 0; high < 1 << (SQUARES - LOW); high++) {
        rank_high[high] = before;
        before += choose(LOW, helpers - __builtin_popcount(high));
    }
}

static uint32_t number(uint32_t set, int p) {
    return (rank_high[set >> LOW] + rank_low[set & ((1 << LOW) - 1)]) * SQUARES + p;
}

static void draw_board(void) {
    static const int down[4] = {0, 0, 1, -1}, right[4] = {1, -1, 0, 0};
    for (int square = 0; square < SQUARES; square++)
        for (int way = 0; way < 4; way++) {
            int row = square / SIDE, column = square % SIDE, count = 0;
            for (;;) {
                row += down[way], column += right[way];
                if (row < 0 || row >= SIDE || column < 0 || column >= SIDE) break;
                ahead[square][way][count++] = row * SIDE + column;
            }
            ahead[square][way][count] = -1;
        }
}

typedef struct { uint32_t set; uint8_t p; } Position;
typedef struct { long placements, solved; int longest; } Counts;

static Counts solve(int helpers) {
    Counts counts = {(long)SQUARES * choose(SQUARES - 1, helpers), 0, 0};
    uint8_t *distance = malloc((size_t)SQUARES * choose(SQUARES, helpers));
    Position *queue = malloc(counts.placements * sizeof *queue);
    long head = 0, tail = 0;
    number_sets(helpers);
    memset(distance, UNSOLVED, (size_t)SQUARES * choose(SQUARES, helpers));
    uint32_t set = (1u << helpers) - 1;
    while (set < 1u << SQUARES) {
        if (!(set >> GOAL & 1)) {
            distance[number(set, GOAL)] = 0;
            queue[tail++] = (Position){set, GOAL};
        }
        uint32_t lowest = set & -set, ripple = set + lowest; /* the next set as large */
        set = ripple | ((set ^ ripple) >> 2) / lowest;
    }
    while (head < tail) {
        Position to = queue[head++];
        uint32_t occupied = to.set | 1u << to.p;
        int next = distance[number(to.set, to.p)] + 1;
        uint32_t sliders = to.p == GOAL ? 1u << GOAL : occupied; /* P at the goal: no piece moves */
        for (; sliders; sliders &= sliders - 1) {
            int square = __builtin_ctz(sliders);
            for (int way = 0; way < 4; way++) {
                int blocker = ahead[square][way][0];
                if (blocker < 0 || !(occupied >> blocker & 1)) continue;
                for (const int *from = ahead[square][way ^ 1]; *from >= 0; from++) {
                    if (occupied >> *from & 1) break;
                    Position before = to;
                    if (square == to.p) {
                        if (*from == GOAL) continue;
                        before.p = *from;
                    } else {
                        before.set ^= 1u << square | 1u << *from;
                    }
                    uint8_t *there = &distance[number(before.set, before.p)];
                    if (*there == UNSOLVED) {
                        *there = next;
                        queue[tail++] = before;
                        if (next > counts.longest) counts.longest = next;
                    }
                }
            }
        }
    }
    counts.solved = tail;
    free(distance);
    free(queue);
    return counts;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 5;
    draw_board();
    for (int helpers = 1; helpers <= MOST; helpers++) {
        double best = 1e9, least = 1e9;
        Counts counts = {0, 0, 0};
        for (int round = 0; round < rounds; round++) {
            double begin = now(), before = worked();
            counts = solve(helpers);
            double took = now() - begin, work = worked() - before;
            if (took < best) best = took;
            if (work < least) least = work;
        }
        printf("%d %ld %ld %d %.6f %.6f\n", helpers, counts.placements, counts.solved,
               counts.longest, best, least);
    }
    return 0;
}
