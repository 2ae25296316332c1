#include <iostream>
using namespace std;

int main() {
    int cases;
    cin >> cases;
    while (cases--) {
        int rows, sum = 0;
        cin >> rows;
        while (rows--) {
            int pieces, cell;
            bool taken[21] = {};
            cin >> pieces;
            while (pieces--) {
                cin >> cell;
                taken[cell] = true;
            }
            // Staircase Nim: a run of pieces is on the step of the empty cells on its right.
            int empty = 0, run = 0;
            for (int i = 20; i >= 0; i--) {
                if (i > 0 && taken[i]) {
                    run++;
                } else {
                    if (empty % 2) sum ^= run;
                    run = 0;
                    empty++;
                }
            }
        }
        cout << (sum ? "YES" : "NO") << '\n';
    }
}
