// Divides by L without the period of L + R.
// 只除以 L，忘了 L + R 的周期
#include <iostream>
using namespace std;

int main() {
    int n, least, most, heap, sum = 0;
    cin >> n >> least >> most;
    while (n--) {
        cin >> heap;
        sum ^= heap / least;
    }
    cout << (sum ? "First" : "Second") << endl;
}
