// Has room for 10000 heaps: there may be 500000.
#include <array>
#include <iostream>
using namespace std;

array<int, 10000> heaps;

int main() {
    int k, sum = 0;
    cin >> k;
    for (int i = 0; i < k; i++) {
        cin >> heaps.at(i);
        sum ^= heaps[i];
    }
    if (sum == 0) {
        cout << "lose\n";
        return 0;
    }
    int i = 0;
    while ((heaps[i] ^ sum) >= heaps[i]) i++;
    cout << heaps[i] - (heaps[i] ^ sum) << ' ' << i + 1 << '\n';
    heaps[i] ^= sum;
    for (int j = 0; j < k; j++) cout << heaps[j] << ' ';
    cout << '\n';
}
