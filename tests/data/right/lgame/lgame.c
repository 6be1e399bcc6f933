/* Sweeps over all positions until nothing changes any more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWN, WON, LOST };
static int places[48], count, pairs[120], number_of[1 << 16], pair_of[1 << 16];
static char value[48][48][120];

static int is_l(int mask) {
    static const int forms[8] = {0x0311 << 0, 0x0113, 0x0322, 0x0223, 0x0017, 0x0047, 0x0071, 0x0074};
    for (int f = 0; f < 8; f++)
        for (int down = 0; down < 4; down++)
            for (int across = 0; across < 4; across++) {
                int found = 0, inside = 1;
                for (int at = 0; at < 16; at++) {
                    if (!(forms[f] >> at & 1)) continue;
                    int row = at / 4 + down, column = at % 4 + across;
                    if (row > 3 || column > 3) inside = 0;
                    else found |= 1 << (4 * row + column);
                }
                if (inside && found == mask) return 1;
            }
    return 0;
}

/* The result of a position after trying every move; the first winning one is stored. */
static int best(int mine, int theirs, int pair, int *winning) {
    int lost = 1;
    for (int place = 0; place < count; place++) {
        int taken = places[place] | places[theirs];
        if (place == mine || places[place] & (places[theirs] | pairs[pair])) continue;
        for (int from = -1; from < 16; from++) {
            if (from >= 0 && !(pairs[pair] >> from & 1)) continue;
            for (int to = 0; to < (from < 0 ? 1 : 16); to++) {
                int neutrals = pairs[pair];
                if (from >= 0) {
                    if ((taken | neutrals) >> to & 1) continue;
                    neutrals ^= 1 << from | 1 << to;
                }
                int reply = value[theirs][place][pair_of[neutrals]];
                if (reply == LOST) {
                    if (winning) {
                        winning[0] = place;
                        winning[1] = neutrals;
                    }
                    return WON;
                }
                if (reply != WON) lost = 0;
            }
        }
    }
    return lost ? LOST : UNKNOWN;
}

int main(void) {
    char text[17] = "", line[100];
    int mine = 0, theirs = 0, neutrals = 0, changed = 1, winning[2];
    while (scanf("%99s", line) == 1 && strlen(text) < 16) strncat(text, line, 4);
    for (int at = 0; at < 16; at++) {
        mine |= (text[at] == '#') << at;
        theirs |= (text[at] == '*') << at;
        neutrals |= (text[at] == 'x') << at;
    }
    for (int mask = 0; mask < 1 << 16; mask++)
        if (__builtin_popcount(mask) == 4 && is_l(mask)) number_of[mask] = count, places[count++] = mask;
    for (int a = 0, n = 0; a < 16; a++)
        for (int b = a + 1; b < 16; b++) pair_of[1 << a | 1 << b] = n, pairs[n++] = 1 << a | 1 << b;
    while (changed) {
        changed = 0;
        for (int one = 0; one < count; one++)
            for (int other = 0; other < count; other++)
                for (int pair = 0; pair < 120; pair++) {
                    if (places[one] & places[other] || (places[one] | places[other]) & pairs[pair]) continue;
                    if (value[one][other][pair]) continue;
                    int found = best(one, other, pair, NULL);
                    if (found) value[one][other][pair] = found, changed = 1;
                }
    }
    int found = best(number_of[mine], number_of[theirs], pair_of[neutrals], winning);
    if (found == WON) {
        for (int at = 0; at < 16; at++) {
            int bit = 1 << at;
            putchar(places[winning[0]] & bit ? '#' : theirs & bit ? '*' : winning[1] & bit ? 'x' : '.');
            if (at % 4 == 3) putchar('\n');
        }
    } else {
        printf("No winning move\n%s\n", found == LOST ? "Losing" : "Draw");
    }
    return 0;
}
