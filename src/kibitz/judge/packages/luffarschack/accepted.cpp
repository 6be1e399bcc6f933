#include <iostream>
#include <string>
#include <vector>
using namespace std;

string board(9, ' ');

void draw_board() {
    cout << " ____\n";
    for (int row = 0; row < 3; row++) cout << "|" << board.substr(3 * row, 3) << "|\n";
    cout << " ---\n";
}

bool has_won(char player) {
    const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                             {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (auto& line : lines)
        if (board[line[0]] == player && board[line[1]] == player && board[line[2]] == player)
            return true;
    return false;
}

int take_number(const string& question) {
    string answer;
    while (true) {
        cout << question << flush;
        if (!getline(cin, answer)) exit(0);
        if (answer == "1" || answer == "2" || answer == "3") return answer[0] - '1';
    }
}

int take_position() {
    int row = take_number("Choose row: ");
    return 3 * row + take_number("Choose column: ");
}

int main() {
    string variant, line;
    getline(cin, variant);
    vector<int> laid[2];
    int player = 0, turns = 0;
    bool draw = false;
    while (true) {
        char mark = "XO"[player];
        draw_board();
        cout << "Player " << mark << "'s turn\n";
        int old = -1;
        vector<int>& own = laid[player];
        if (variant != "classic" && own.size() == 3) {
            while (old < 0) {
                int square = take_position();
                for (size_t i = 0; i < (variant == "any" ? 3 : 1); i++)
                    if (own[i] == square) old = square;
                if (old < 0) cout << "Pick up another piece\n";
            }
        }
        int square = take_position();
        while (board[square] != ' ') {
            cout << "Position taken, choose again\n";
            square = take_position();
        }
        if (old >= 0) {
            board[old] = ' ';
            for (size_t i = 0; i < own.size(); i++)
                if (own[i] == old) {
                    own.erase(own.begin() + i);
                    break;
                }
        }
        board[square] = mark;
        own.push_back(square);
        turns++;
        if (has_won(mark)) break;
        if (variant == "classic" && turns == 9) {
            draw = true;
            break;
        }
        player = 1 - player;
    }
    draw_board();
    if (draw) cout << "It's a draw\n";
    else cout << "Player " << "XO"[player] << " has won!\n";
    cout << flush;
    getline(cin, line);
}
