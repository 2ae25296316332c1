// Has room for 50 heaps: there may be 100.
#include <array>
#include <iostream>
using namespace std;

int main() {
    int m;
    while (cin >> m && m) {
        array<int, 50> heaps;
        int sum = 0, moves = 0;
        for (int i = 0; i < m; i++) {
            cin >> heaps.at(i);
            sum ^= heaps[i];
        }
        for (int i = 0; i < m; i++) moves += (heaps[i] ^ sum) < heaps[i];
        cout << moves << '\n';
    }
}
