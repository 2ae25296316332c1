// Swaps 3 and 4 only: 7 and 8, 11 and 12, ... change places, too.
// 只对调 3 和 4
#include <iostream>
using namespace std;

int main() {
    int cases;
    cin >> cases;
    while (cases--) {
        int n, heap, sum = 0;
        cin >> n;
        while (n--) {
            cin >> heap;
            sum ^= heap == 3 ? 4 : heap == 4 ? 3 : heap;
        }
        cout << (sum ? "Alice" : "Bob") << '\n';
    }
}
