/* A char matrix with a border of two. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char board[11][12];
static const char *WAYS = "LRUD";
static const int DR[] = {0, 0, -1, 1}, DC[] = {-1, 1, 0, 0};

static void print_board(void) {
    printf("\n  1 2 3 4 5 6 7\n");
    for (int r = 2; r < 9; r++) {
        printf("%c", 'A' + r - 2);
        for (int c = 2; c < 9; c++) printf(" %c", board[r][c]);
        printf("\n");
    }
}

static const char *error(const char *text) {
    if (strlen(text) != 3 || !isalpha((unsigned char)text[0]) || !isdigit((unsigned char)text[1]))
        return "Something wrong with your input!";
    int r = toupper(text[0]) - 'A' + 2, c = text[1] - '1' + 2;
    if (r < 2 || r > 8 || c < 2 || c > 8 || board[r][c] == ' ')
        return "Given peg position is out of board!";
    if (board[r][c] == '0') return "Given peg position does not have a peg!";
    const char *way = strchr(WAYS, toupper(text[2]));
    if (!way) return "Direction is not L or R or U or D!";
    int d = way - WAYS, over = board[r + DR[d]][c + DC[d]], to = board[r + 2 * DR[d]][c + 2 * DC[d]];
    if (to == ' ') return "Moving peg will fall out of bounds!";
    if (over == '0') return "No peg at next position to jump over!";
    if (to == '1') return "Landing position is occupied!";
    return NULL;
}

static void jump(const char *text) {
    int r = toupper(text[0]) - 'A' + 2, c = text[1] - '1' + 2, d = strchr(WAYS, toupper(text[2])) - WAYS;
    board[r][c] = board[r + DR[d]][c + DC[d]] = '0';
    board[r + 2 * DR[d]][c + 2 * DC[d]] = '1';
}

static int moves(void) {
    int found = 0;
    char text[4] = "";
    for (char r = 'A'; r <= 'G'; r++)
        for (char c = '1'; c <= '7'; c++)
            for (int d = 0; d < 4; d++) {
                text[0] = r;
                text[1] = c;
                text[2] = WAYS[d];
                if (!error(text)) found++;
            }
    return found;
}

int main(void) {
    char line[500];
    int left = 0;
    memset(board, ' ', sizeof board);
    for (int r = 2; r < 9; r++)
        for (int c = 2; c < 9; c++)
            if ((r > 3 && r < 7) || (c > 3 && c < 7)) board[r][c] = '1';
    board[5][5] = '0';
    print_board();
    while (moves() > 0) {
        printf("\nEnter peg position followed by move (L, R, U, or D): ");
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) return 0;
        line[strcspn(line, "\r\n")] = 0;
        const char *wrong = error(line);
        if (wrong) {
            printf("%s\n", wrong);
        } else {
            jump(line);
            print_board();
        }
    }
    for (int r = 2; r < 9; r++)
        for (int c = 2; c < 9; c++) left += board[r][c] == '1';
    printf("No more moves. The number of remaining pegs is %d\n", left);
    return 0;
}
