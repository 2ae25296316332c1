// Stops at the first number that is too large, as if they were sorted.
// 遇到第一个太大的数就停下，好像它们排好了序
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int k;
    while (cin >> k && k) {
        vector<int> numbers(k), values(10001), seen(k + 2, -1);
        for (int &number : numbers) cin >> number;
        for (int size = 0; size <= 10000; size++) {
            for (int number : numbers) {
                if (number > size) break;
                seen[values[size - number]] = size;
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
                sum ^= values[heap];
            }
            cout << (sum ? 'W' : 'L');
        }
        cout << '\n';
    }
}
