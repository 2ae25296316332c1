// Takes each run of pieces for a heap: only those with an odd number of empty cells on the right count.
// 把每一段连续的棋子都当作一堆
#include <iostream>
using namespace std;

int main() {
    int cases;
    cin >> cases;
    while (cases--) {
        int rows, sum = 0;
        cin >> rows;
        while (rows--) {
            int pieces, cell, run = 0;
            bool taken[22] = {}, movable = false;
            cin >> pieces;
            while (pieces--) {
                cin >> cell;
                taken[cell] = true;
            }
            for (int i = 20; i >= 0; i--) {
                if (i > 0 && taken[i]) {
                    run++;
                } else {
                    if (movable) sum ^= run;
                    run = 0;
                    movable = true;
                }
            }
        }
        cout << (sum ? "YES" : "NO") << '\n';
    }
}
