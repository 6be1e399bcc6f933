#include <iostream>
#include <map>
#include <string>
#include <vector>
using namespace std;

struct Position {
    int mine, theirs, neutrals;
    bool operator<(const Position& o) const {
        return tie_key() < o.tie_key();
    }
    long long tie_key() const { return ((long long)mine << 32) | (long long)theirs << 16 | neutrals; }
};

vector<int> places;

void find_places() {
    const int shape[8][4] = {{0, 4, 8, 9}, {1, 5, 9, 8}, {0, 1, 4, 8}, {0, 1, 5, 9},
                             {0, 1, 2, 4}, {0, 1, 2, 6}, {0, 4, 5, 6}, {2, 4, 5, 6}};
    for (auto& cells : shape)
        for (int down = 0; down < 4; down++)
            for (int right = 0; right < 4; right++) {
                int mask = 0;
                bool fits = true;
                for (int cell : cells) {
                    int row = cell / 4 + down, column = cell % 4 + right;
                    if (row > 3 || column > 3) fits = false;
                    else mask |= 1 << (4 * row + column);
                }
                if (fits) places.push_back(mask);
            }
}

vector<Position> moves(const Position& p) {
    vector<Position> found;
    for (int place : places) {
        if (place == p.mine || place & (p.theirs | p.neutrals)) continue;
        found.push_back({p.theirs, place, p.neutrals});
        int free = 0xffff & ~(place | p.theirs | p.neutrals);
        for (int from = 0; from < 16; from++)
            for (int to = 0; to < 16; to++)
                if (p.neutrals >> from & 1 && free >> to & 1)
                    found.push_back({p.theirs, place, p.neutrals ^ 1 << from ^ 1 << to});
    }
    return found;
}

int main() {
    find_places();
    string board, line;
    while (cin >> line) board += line;
    Position start{0, 0, 0};
    for (int at = 0; at < 16; at++) {
        if (board[at] == '#') start.mine |= 1 << at;
        if (board[at] == '*') start.theirs |= 1 << at;
        if (board[at] == 'x') start.neutrals |= 1 << at;
    }
    // Number every position, then pass losses and wins backwards along the moves.
    map<Position, int> number;
    vector<Position> all;
    for (int mine : places)
        for (int theirs : places)
            for (int a = 0; a < 16; a++)
                for (int b = 0; b < a; b++) {
                    int neutrals = 1 << a | 1 << b;
                    if (mine & theirs || neutrals & (mine | theirs)) continue;
                    number[{mine, theirs, neutrals}] = all.size();
                    all.push_back({mine, theirs, neutrals});
                }
    vector<vector<int>> before(all.size());
    vector<int> open(all.size()), value(all.size()), queue;
    for (size_t i = 0; i < all.size(); i++) {
        auto next = moves(all[i]);
        open[i] = next.size();
        for (auto& p : next) before[number[p]].push_back(i);
        if (next.empty()) value[i] = -1, queue.push_back(i);
    }
    for (size_t at = 0; at < queue.size(); at++) {
        int now = queue[at];
        for (int earlier : before[now]) {
            if (value[earlier]) continue;
            if (value[now] < 0) value[earlier] = 1, queue.push_back(earlier);
            else if (--open[earlier] == 0) value[earlier] = -1, queue.push_back(earlier);
        }
    }
    int here = value[number[start]];
    if (here <= 0) {
        cout << "No winning move\n" << (here < 0 ? "Losing" : "Draw") << "\n";
        return 0;
    }
    for (auto& p : moves(start))
        if (value[number[p]] < 0) {
            for (int at = 0; at < 16; at++)
                cout << (p.theirs >> at & 1 ? '#' : p.mine >> at & 1 ? '*' : p.neutrals >> at & 1 ? 'x' : '.')
                     << (at % 4 == 3 ? "\n" : "");
            return 0;
        }
}
