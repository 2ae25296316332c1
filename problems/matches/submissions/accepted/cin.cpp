#include <iostream>
#include <vector>

using namespace std;

int main() {
    int k, sum = 0;
    cin >> k;
    vector<int> heaps(k);
    for (int i = 0; i < k; i++) {
        cin >> heaps[i];
        sum ^= heaps[i];
    }
    for (int i = 0; i < k; i++) {
        if ((heaps[i] ^ sum) < heaps[i]) {
            cout << heaps[i] - (heaps[i] ^ sum) << ' ' << i + 1 << endl;
            heaps[i] ^= sum;
            for (int j = 0; j < k; j++) cout << heaps[j] << (j + 1 < k ? ' ' : '\n');
            return 0;
        }
    }
    cout << "lose" << endl;
}
