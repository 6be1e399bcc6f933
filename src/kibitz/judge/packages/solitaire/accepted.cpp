#include <cctype>
#include <iostream>
#include <string>
using namespace std;

int board[7][7];
const string ways = "LRUD";
const int down[] = {0, 0, -1, 1}, right_of[] = {-1, 1, 0, 0};

bool on_board(int row, int column) {
    return row >= 0 && row < 7 && column >= 0 && column < 7 &&
           ((row >= 2 && row <= 4) || (column >= 2 && column <= 4));
}

void show() {
    cout << "  1 2 3 4 5 6 7\n";
    for (int row = 0; row < 7; row++) {
        cout << char('A' + row);
        for (int column = 0; column < 7; column++) {
            if (on_board(row, column)) cout << ' ' << board[row][column];
            else if (column < 2) cout << "  ";
        }
        cout << "\n";
    }
    cout << "\n";
}

string complaint(const string& answer) {
    if (answer.size() != 3 || !isalpha((unsigned char)answer[0]) || !isdigit((unsigned char)answer[1]))
        return "Something wrong with your input!";
    int row = toupper(answer[0]) - 'A', column = answer[1] - '1';
    size_t way = ways.find(toupper(answer[2]));
    if (!on_board(row, column)) return "Given peg position is out of board!";
    if (!board[row][column]) return "Given peg position does not have a peg!";
    if (way == string::npos) return "Direction is not L or R or U or D!";
    int to_row = row + 2 * down[way], to_column = column + 2 * right_of[way];
    if (!on_board(to_row, to_column)) return "Moving peg will fall out of bounds!";
    if (!board[row + down[way]][column + right_of[way]]) return "No peg at next position to jump over!";
    if (board[to_row][to_column]) return "Landing position is occupied!";
    return "";
}

bool can_move() {
    for (char row = 'A'; row <= 'G'; row++)
        for (char column = '1'; column <= '7'; column++)
            for (char way : ways)
                if (complaint(string{row, column, way}).empty()) return true;
    return false;
}

int main() {
    for (int row = 0; row < 7; row++)
        for (int column = 0; column < 7; column++) board[row][column] = on_board(row, column);
    board[3][3] = 0;
    show();
    string answer;
    while (can_move()) {
        cout << "Enter peg position followed by move (L, R, U, or D): " << flush;
        if (!getline(cin, answer)) return 0;
        string wrong = complaint(answer);
        if (!wrong.empty()) {
            cout << wrong << "\n";
            continue;
        }
        int row = toupper(answer[0]) - 'A', column = answer[1] - '1';
        size_t way = ways.find(toupper(answer[2]));
        board[row][column] = board[row + down[way]][column + right_of[way]] = 0;
        board[row + 2 * down[way]][column + 2 * right_of[way]] = 1;
        cout << "\n";
        show();
    }
    int pegs = 0;
    for (auto& row : board)
        for (int peg : row) pegs += peg;
    cout << "No more moves. The number of remaining pegs is " << pegs << "\n";
}
