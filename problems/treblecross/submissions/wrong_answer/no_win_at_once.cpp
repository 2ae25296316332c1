// Misses the moves that make three at once.
// 漏了直接连成三个的走法
#include <iostream>
#include <string>
#include <vector>
using namespace std;

// The values of runs of cells that are far enough from all crosses.
vector<int> values(201);

// Whether no cross is within two cells, so that the opponent cannot make three.
bool safe(const string &row, int cell) {
    return row.substr(max(cell - 2, 0), cell + 3 - max(cell - 2, 0)).find('X') == string::npos;
}

// The XOR of the values of all runs of safe cells.
int value(const string &row) {
    int sum = 0, run = 0;
    for (int i = 0; i < (int)row.size(); i++) {
        if (safe(row, i)) {
            run++;
        } else {
            sum ^= values[run];
            run = 0;
        }
    }
    return sum ^ values[run];
}

vector<int> winning_moves(const string &row) {
    vector<int> moves;
    for (int i = 0; i < (int)row.size(); i++) {
        string after = row;
        after[i] = 'X';
        if (safe(row, i) && value(after) == 0) moves.push_back(i + 1);
    }
    return moves;
}

int main() {
    for (int run = 1; run <= 200; run++) {
        vector<bool> seen(256);
        for (int i = 0; i < run; i++) seen[values[max(i - 2, 0)] ^ values[max(run - i - 3, 0)]] = true;
        while (seen[values[run]]) values[run]++;
    }
    int cases;
    cin >> cases;
    while (cases--) {
        string row;
        cin >> row;
        vector<int> moves = winning_moves(row);
        cout << (moves.empty() ? "LOSING" : "WINNING") << '\n';
        for (size_t i = 0; i < moves.size(); i++) cout << (i ? " " : "") << moves[i];
        cout << '\n';
    }
}
