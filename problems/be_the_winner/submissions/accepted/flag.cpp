#include <iostream>
using namespace std;

int main() {
    int n;
    while (cin >> n) {
        int sum = 0;
        bool large = false;
        for (int i = 0; i < n; i++) {
            int row;
            cin >> row;
            sum ^= row;
            large |= row > 1;
        }
        cout << ((sum != 0) == large ? "Yes" : "No") << '\n';
    }
}
