/* Numbers for squares; the pieces of each player in the order in which they were put down. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char board[3][3];
static int laid[2][9], pieces[2];
static char variant[40];

static void draw(void) {
    puts(" ____");
    for (int i = 0; i < 3; i++) printf("|%c%c%c|\n", board[i][0], board[i][1], board[i][2]);
    puts(" ---");
}

static int line(char p, int a, int b, int c) {
    char *all = &board[0][0];
    return all[a] == p && all[b] == p && all[c] == p;
}

static int won(char p) {
    for (int i = 0; i < 3; i++) {
        if (line(p, 3 * i, 3 * i + 1, 3 * i + 2)) return 1;
        if (line(p, i, i + 3, i + 6)) return 1;
    }
    return line(p, 0, 4, 8) || line(p, 2, 4, 6);
}

static int number(const char *question) {
    char text[200];
    for (;;) {
        printf("%s", question);
        fflush(stdout);
        if (!fgets(text, sizeof text, stdin)) exit(0);
        text[strcspn(text, "\r\n")] = 0;
        if (strlen(text) == 1 && text[0] >= '1' && text[0] <= '3') return text[0] - '1';
    }
}

static int position(void) {
    int row = number("Choose row: ");
    return 3 * row + number("Choose column: ");
}

int main(void) {
    char text[200], *all = &board[0][0];
    int player = 0, turn = 0;
    if (!fgets(variant, sizeof variant, stdin)) return 0;
    memset(board, ' ', sizeof board);
    for (;;) {
        char mark = "XO"[player];
        int old = -1, to, at = 0;
        turn++;
        draw();
        printf("Player %c's turn\n", mark);
        if (variant[0] != 'c' && pieces[player] == 3) {
            for (;;) {
                old = position();
                for (at = 0; at < 3 && laid[player][at] != old; at++);
                if (at < 3 && (variant[0] == 'a' || at == 0)) break;
                puts("Not that one");
            }
        }
        to = position();
        while (all[to] != ' ') {
            puts("Position taken, choose again");
            to = position();
        }
        if (old >= 0) {
            all[old] = ' ';
            memmove(laid[player] + at, laid[player] + at + 1, (2 - at) * sizeof(int));
            pieces[player]--;
        }
        all[to] = mark;
        laid[player][pieces[player]++] = to;
        if (won(mark)) {
            draw();
            printf("Player %c has won!\n", mark);
            break;
        }
        if (variant[0] == 'c' && turn == 9) {
            draw();
            puts("It's a draw");
            break;
        }
        player = !player;
    }
    if (fgets(text, sizeof text, stdin)) return 0;
    return 0;
}
