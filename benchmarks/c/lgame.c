/* The L-game in plain C, without symmetry: all positions from the start, the full graph of moves,
 * and values from the lost positions backwards. Prints positions, moves, won, drawn, lost, the
 * longest win in plies, and the seconds, by the clock and of the processor, of the best of several
 * rounds.
 *
 * A position is (pair of neutrals, their L, my L), 120 * 48 * 48 of them, as the mover sees it.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SQUARES = 16, LS = 48, PAIRS = 120, ALL = PAIRS * LS * LS };

static uint16_t ls[LS];
static int firsts[PAIRS], seconds[PAIRS], pair_of[SQUARES][SQUARES];
static int numbers[ALL]; /* the number of a position in the order of discovery, or -1 */

static double worked(void) { return (double)clock() / CLOCKS_PER_SEC; } /* processor time */

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static void prepare(void) {
    static const int down[4] = {0, 1, 0, -1}, right[4] = {1, 0, -1, 0};
    int count = 0;
    for (int foot = 0; foot < SQUARES; foot++)
        for (int aside = 0; aside < 4; aside++)
            for (int turn = 1; turn < 4; turn += 2) { /* the arm stands square to the foot */
                int along = (aside + turn) % 4, inside = 1;
                uint16_t mask = 1 << foot;
                for (int step = 0; step < 3; step++) {
                    int row = foot / 4 + down[aside] + step * down[along];
                    int column = foot % 4 + right[aside] + step * right[along];
                    if (row < 0 || row > 3 || column < 0 || column > 3) inside = 0;
                    else mask |= 1 << (4 * row + column);
                }
                if (inside) ls[count++] = mask;
            }
    count = 0;
    for (int one = 0; one < SQUARES; one++)
        for (int other = one + 1; other < SQUARES; other++) {
            firsts[count] = one, seconds[count] = other;
            pair_of[one][other] = pair_of[other][one] = count++;
        }
}

static int l_at(uint16_t mask) {
    for (int l = 0; l < LS; l++)
        if (ls[l] == mask) return l;
    abort();
}

typedef struct { int positions, won, drawn, lost, longest; long moves; } Counts;

static int *positions, *starts, *targets, *sources, *begins, *queue;
static int known, room;
static long edges;

static void move_to(int theirs, int mine, int pair) {
    int position = (pair * LS + mine) * LS + theirs; /* now the other one is to move */
    if (numbers[position] < 0) {
        numbers[position] = known;
        positions[known++] = position;
    }
    if (edges == room) targets = realloc(targets, (room *= 2) * sizeof *targets);
    targets[edges++] = numbers[position];
}

static void expand(int position) {
    int mine = position % LS, theirs = position / LS % LS, pair = position / (LS * LS);
    int one = firsts[pair], other = seconds[pair];
    uint16_t others = ls[theirs] | 1 << one | 1 << other;
    for (int l = 0; l < LS; l++) {
        if (l == mine || ls[l] & others) continue;
        move_to(theirs, l, pair);
        for (int square = 0; square < SQUARES; square++)
            if (!((ls[l] | others) >> square & 1)) {
                move_to(theirs, l, pair_of[square][other]);
                move_to(theirs, l, pair_of[one][square]);
            }
    }
}

static Counts solve(int start) {
    Counts counts = {0, 0, 0, 0, 0, 0};
    memset(numbers, -1, sizeof numbers);
    positions = malloc(ALL * sizeof *positions);
    starts = malloc((ALL + 1) * sizeof *starts);
    targets = malloc((room = 1 << 16) * sizeof *targets);
    known = 1, edges = 0;
    positions[0] = start, numbers[start] = 0;
    for (int at = 0; at < known; at++) {
        starts[at] = edges;
        expand(positions[at]);
    }
    starts[known] = edges;

    sources = malloc(edges * sizeof *sources);
    begins = calloc(known + 2, sizeof *begins);
    for (long edge = 0; edge < edges; edge++) begins[targets[edge] + 2]++;
    for (int at = 2; at < known + 2; at++) begins[at] += begins[at - 1];
    for (int at = 0; at < known; at++)
        for (int edge = starts[at]; edge < starts[at + 1]; edge++)
            sources[begins[targets[edge] + 1]++] = at;

    int head = 0, tail = 0;
    int *left = malloc(known * sizeof *left);
    int16_t *codes = calloc(known, sizeof *codes); /* win in d: d + 1, loss in d: -(d + 1) */
    queue = malloc(known * sizeof *queue);
    for (int at = 0; at < known; at++) {
        left[at] = starts[at + 1] - starts[at];
        if (!left[at]) codes[at] = -1, queue[tail++] = at;
    }
    while (head < tail) {
        int at = queue[head++], code = codes[at];
        for (int edge = begins[at]; edge < begins[at + 1]; edge++) {
            int source = sources[edge];
            if (codes[source]) continue;
            if (code < 0) codes[source] = 1 - code, queue[tail++] = source;
            else if (!--left[source]) codes[source] = -1 - code, queue[tail++] = source;
        }
    }
    counts.positions = known, counts.moves = edges;
    for (int at = 0; at < known; at++) {
        counts.won += codes[at] > 0, counts.lost += codes[at] < 0, counts.drawn += !codes[at];
        if (codes[at] - 1 > counts.longest) counts.longest = codes[at] - 1;
    }
    free(positions), free(starts), free(targets), free(sources), free(begins), free(queue);
    free(left), free(codes);
    return counts;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 5;
    prepare();
    int mine = l_at(1 << 1 | 1 << 2 | 1 << 6 | 1 << 10);
    int theirs = l_at(1 << 5 | 1 << 9 | 1 << 13 | 1 << 14);
    int start = (pair_of[0][15] * LS + theirs) * LS + mine;
    double best = 1e9, least = 1e9;
    Counts counts = {0, 0, 0, 0, 0, 0};
    for (int round = 0; round < rounds; round++) {
        double begin = now(), before = worked();
        counts = solve(start);
        double took = now() - begin, work = worked() - before;
        if (took < best) best = took;
        if (work < least) least = work;
    }
    printf("%d %ld %d %d %d %d %.6f %.6f\n", counts.positions, counts.moves, counts.won,
           counts.drawn, counts.lost, counts.longest, best, least);
    return 0;
}
