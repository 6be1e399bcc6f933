/* Bits for pegs; a table of the positions that cannot be won. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *PEGS[] = {"⓪", "①", "②", "③", "④", "⑤", "⑥", "⑦", "⑧", "⑨", "⑩", "⑪", "⑫", "⑬", "⑭"};
static const char *HOLES[] = {"⓿", "➊", "➋", "➌", "➍", "➎", "➏", "➐", "➑", "➒", "➓", "⓫", "⓬", "⓭", "⓮"};
static const int LINES[18][3] = {
    {0, 1, 3}, {0, 2, 5}, {1, 3, 6}, {1, 4, 8}, {2, 4, 7}, {2, 5, 9}, {3, 4, 5}, {3, 6, 10}, {3, 7, 12},
    {4, 7, 11}, {4, 8, 13}, {5, 8, 12}, {5, 9, 14}, {6, 7, 8}, {7, 8, 9}, {10, 11, 12}, {11, 12, 13}, {12, 13, 14},
};
static char lost[1 << 15];
static int board = 0x7fff & ~(1 << 12), path[15][2], length;

static int after(int pegs, int from, int over, int to) {
    if (!(pegs >> from & 1) || !(pegs >> over & 1) || pegs >> to & 1) return 0;
    return pegs ^ 1 << from ^ 1 << over ^ 1 << to;
}

static int count(int pegs) { return __builtin_popcount(pegs); }

static int solve(int pegs) {
    if (count(pegs) == 1) return 1;
    if (lost[pegs]) return 0;
    for (int i = 0; i < 36; i++) {
        int from = LINES[i / 2][i % 2 ? 2 : 0], to = LINES[i / 2][i % 2 ? 0 : 2];
        int next = after(pegs, from, LINES[i / 2][1], to);
        if (!next) continue;
        path[length][0] = from;
        path[length++][1] = to;
        if (solve(next)) return 1;
        length--;
    }
    lost[pegs] = 1;
    return 0;
}

static void finish(void) {
    printf("\n");
    if (!solve(board)) {
        printf("pas moyen d'aller plus loin !!!\n");
        exit(0);
    }
    printf("suite de coups possible pour terminer :\n");
    for (int i = 0; i < length; i++) printf("(%d,%d) ", path[i][0], path[i][1]);
    printf("\n");
    exit(0);
}

static int hole(const char *question) {
    char text[300], *end;
    printf("%s", question);
    fflush(stdout);
    if (!fgets(text, sizeof text, stdin)) finish();
    text[strcspn(text, "\r\n")] = 0;
    if (strcmp(text, "^C") == 0) finish();
    long number = strtol(text, &end, 10);
    if (end == text || *end || number < 0 || number > 14) return -1;
    return number;
}

int main(void) {
    while (count(board) > 1) {
        for (int row = 0, at = 0; row < 5; row++) {
            for (int i = 0; i < 5 - row; i++) printf(" ");
            for (int i = 0; i <= row; i++, at++) printf("%s ", board >> at & 1 ? PEGS[at] : HOLES[at]);
            printf("\n");
        }
        for (;;) {
            int from = hole("départ : "), to, next = 0;
            if (from < 0) continue;
            if (!(board >> from & 1)) {
                printf("case de départ invalide\n");
                continue;
            }
            to = hole("arrivée : ");
            if (to < 0) continue;
            if (board >> to & 1) {
                printf("case d'arrivée invalide\n");
                continue;
            }
            for (int i = 0; i < 18; i++)
                if ((LINES[i][0] == from && LINES[i][2] == to) || (LINES[i][2] == from && LINES[i][0] == to))
                    next = after(board, from, LINES[i][1], to);
            if (!next) {
                printf("mouvement invalide\n");
                continue;
            }
            printf("on joue de %d a %d\n", from, to);
            board = next;
            break;
        }
    }
    printf("Gagné !!!\n");
    return 0;
}
