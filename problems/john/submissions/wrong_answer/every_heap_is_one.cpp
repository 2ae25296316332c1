// Has a rule for ones only where every heap is 1: empty heaps beside them need it, too.
// 只有每堆都是 1 时才用特判，漏了空堆
#include <iostream>
using namespace std;

int main() {
    int cases;
    cin >> cases;
    while (cases--) {
        int n, heap, sum = 0;
        bool ones = true;
        cin >> n;
        for (int i = 0; i < n; i++) {
            cin >> heap;
            sum ^= heap;
            ones = ones && heap == 1;
        }
        if (ones) sum = !sum;
        cout << (sum ? "John" : "Brother") << '\n';
    }
}
