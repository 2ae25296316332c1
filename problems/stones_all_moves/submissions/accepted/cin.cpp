#include <iostream>
#include <vector>

using namespace std;

int main() {
    int m;
    while (cin >> m && m) {
        vector<int> heaps(m);
        int sum = 0;
        for (int i = 0; i < m; i++) {
            cin >> heaps[i];
            sum ^= heaps[i];
        }
        cout << (sum ? "Yes" : "No") << endl;
        for (int i = 0; i < m && sum; i++) {
            if ((heaps[i] ^ sum) < heaps[i]) cout << heaps[i] << ' ' << (heaps[i] ^ sum) << '\n';
        }
    }
}
