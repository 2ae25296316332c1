// Compares by < where the k-th triangular number itself allows k moves.
// 与三角形数比较时用了小于，漏了相等
#include <iostream>
using namespace std;

int main() {
    int n, heap, sum = 0;
    cin >> n;
    while (n--) {
        cin >> heap;
        int moves = 0;
        while ((moves + 1) * (moves + 2) / 2 < heap) moves++;
        sum ^= moves;
    }
    cout << (sum ? "NO" : "YES") << endl;
}
