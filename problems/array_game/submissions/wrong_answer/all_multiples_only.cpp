// Allows only the two ends of the choice: x alone, or all its multiples.
// 只允许两种极端的选择：只翻 x，或翻它的所有倍数
#include <iostream>
#include <unordered_map>
using namespace std;

unordered_map<int, int> values;

int value(int quotient) {
    auto known = values.find(quotient);
    if (known != values.end()) return known->second;
    int all = 0;
    for (int k = 2, next; k <= quotient; k = next) {
        next = quotient / (quotient / k) + 1;
        if ((next - k) % 2) all ^= value(quotient / k);
    }
    // The mex of 0 and all.
    return values[quotient] = all == 1 ? 2 : 1;
}

int main() {
    int cells, cases;
    cin >> cells >> cases;
    while (cases--) {
        int count, cell, sum = 0;
        cin >> count;
        while (count--) {
            cin >> cell;
            sum ^= value(cells / cell);
        }
        cout << (sum ? "Yes" : "No") << '\n';
    }
}
