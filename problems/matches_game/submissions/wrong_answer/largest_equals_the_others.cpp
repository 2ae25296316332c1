// Takes a position for lost where the largest heap is the sum of the others, as in 1, 2, 3.
#include <algorithm>
#include <iostream>
using namespace std;

int main() {
    int heaps;
    while (cin >> heaps) {
        int total = 0, largest = 0, heap;
        while (heaps--) {
            cin >> heap;
            total += heap;
            largest = max(largest, heap);
        }
        cout << (2 * largest == total ? "No" : "Yes") << '\n';
    }
}
