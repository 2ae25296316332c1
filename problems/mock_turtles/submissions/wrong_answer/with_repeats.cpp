// Counts a place as often as it is given.
// 同一位置给出几次就算几次
#include <iostream>
using namespace std;

int main() {
    int n;
    while (cin >> n) {
        int sum = 0;
        while (n--) {
            int place;
            cin >> place;
            sum ^= 2 * place + 1 - __builtin_popcount(place) % 2;
        }
        cout << (sum ? "No" : "Yes") << '\n';
    }
}
