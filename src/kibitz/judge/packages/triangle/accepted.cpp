#include <array>
#include <iostream>
#include <set>
#include <string>
#include <vector>
using namespace std;

const vector<string> pegs = {"⓪", "①", "②", "③", "④", "⑤", "⑥", "⑦", "⑧", "⑨", "⑩", "⑪", "⑫", "⑬", "⑭"};
const vector<string> holes = {"⓿", "➊", "➋", "➌", "➍", "➎", "➏", "➐", "➑", "➒", "➓", "⓫", "⓬", "⓭", "⓮"};
using Jump = array<int, 3>;
vector<Jump> jumps;
set<int> dead;

int number(int row, int column) {
    return row < 0 || row > 4 || column < 0 || column > row ? -1 : row * (row + 1) / 2 + column;
}

bool is_won(int board) { return (board & (board - 1)) == 0; }

bool fits(int board, const Jump& j) {
    return board >> j[0] & 1 && board >> j[1] & 1 && !(board >> j[2] & 1);
}

int play(int board, const Jump& j) { return board ^ 1 << j[0] ^ 1 << j[1] ^ 1 << j[2]; }

bool solve(int board, vector<Jump>& path) {
    if (is_won(board)) return true;
    if (dead.count(board)) return false;
    for (auto& jump : jumps) {
        if (!fits(board, jump)) continue;
        path.push_back(jump);
        if (solve(play(board, jump), path)) return true;
        path.pop_back();
    }
    dead.insert(board);
    return false;
}

void show(int board) {
    for (int row = 0; row < 5; row++) {
        cout << string(4 - row, ' ');
        for (int column = 0; column <= row; column++) {
            int hole = number(row, column);
            cout << (board >> hole & 1 ? pegs : holes)[hole] << ' ';
        }
        cout << "\n";
    }
}

bool ended = false;

int ask(const string& question) {
    string line;
    cout << question << flush;
    if (!getline(cin, line) || line == "^C") {
        ended = true;
        return -1;
    }
    if (line.empty() || line.size() > 2 || line.find_first_not_of("0123456789") != string::npos) return -1;
    int hole = stoi(line);
    return hole <= 14 ? hole : -1;
}

int main() {
    const int down[] = {0, 0, 1, -1, 1, -1}, right_of[] = {1, -1, 0, 0, 1, -1};
    for (int row = 0; row < 5; row++)
        for (int column = 0; column <= row; column++)
            for (int way = 0; way < 6; way++) {
                int to = number(row + 2 * down[way], column + 2 * right_of[way]);
                if (to >= 0)
                    jumps.push_back({number(row, column), number(row + down[way], column + right_of[way]), to});
            }
    int board = 0x7fff ^ 1 << 12;
    show(board);
    while (!is_won(board)) {
        int start = ask("tapez ^C pour arrêter et lancer la résolution\nou alors \n  donnez une case de départ: ");
        if (ended) break;
        if (start < 0) continue;
        if (!(board >> start & 1)) {
            cout << "  case de départ invalide\n";
            continue;
        }
        int to = ask("  donnez une case d'arrivée: ");
        if (ended) break;
        if (to < 0) continue;
        if (board >> to & 1) {
            cout << "  case d'arrivée invalide\n";
            continue;
        }
        bool done = false;
        for (auto& jump : jumps)
            if (!done && jump[0] == start && jump[2] == to && fits(board, jump)) {
                cout << "on joue de " << start << " a " << to << "\n";
                board = play(board, jump);
                done = true;
            }
        if (!done) cout << "  mouvement invalide\n";
        else if (!is_won(board)) show(board);
    }
    vector<Jump> path;
    if (is_won(board)) cout << "Gagné !!!\n";
    else if (!solve(board, path)) cout << "\npas moyen d'aller plus loin !!!\n";
    else {
        cout << "\nsuite de coups possible pour terminer :\n";
        for (auto& jump : path) cout << "(" << jump[0] << ", " << jump[2] << ") ";
        cout << "\n";
    }
}
