#include <iostream>
#include <map>
#include <queue>
#include <string>
#include <vector>
using namespace std;

using State = vector<int>;  // a square of each piece, P first

bool stands(const State& state, int square) {
    for (int other : state)
        if (other == square) return true;
    return false;
}

int slide(const State& state, int piece, int down, int right) {
    int row = state[piece] / 5, column = state[piece] % 5;
    while (true) {
        int next_row = row + down, next_column = column + right;
        if (next_row < 0 || next_row > 4 || next_column < 0 || next_column > 4) return -1;
        if (stands(state, 5 * next_row + next_column)) return 5 * row + column;
        row = next_row;
        column = next_column;
    }
}

int main() {
    State start;
    for (int row, column; cin >> row >> column;) start.push_back(5 * row + column);
    const int down[] = {0, 0, -1, 1}, right[] = {-1, 1, 0, 0};
    map<State, pair<State, string>> came;
    queue<State> waiting;
    came[start] = {};
    waiting.push(start);
    while (!waiting.empty()) {
        State state = waiting.front();
        waiting.pop();
        if (state[0] == 12) {
            vector<string> path;
            for (; state != start; state = came[state].first) path.push_back(came[state].second);
            cout << path.size() << " deplasari\n";
            for (size_t i = path.size(); i-- > 0;) cout << path[i] << (i ? " " : "");
            cout << "\n";
            return 0;
        }
        for (size_t piece = 0; piece < state.size(); piece++)
            for (int way = 0; way < 4; way++) {
                int to = slide(state, piece, down[way], right[way]);
                if (to < 0 || to == state[piece]) continue;
                State after = state;
                after[piece] = to;
                if (came.count(after)) continue;
                came[after] = {state, string(1, "P123456"[piece]) + "-" + "lrud"[way]};
                waiting.push(after);
            }
    }
    cout << "Fara solutie\n";
}
