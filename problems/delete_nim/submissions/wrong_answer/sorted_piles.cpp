// Sorts the piles, so that others make a pair.
// 把各堆排序，配成了别的对
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int cases;
    cin >> cases;
    while (cases--) {
        int n, sum = 0;
        cin >> n;
        vector<int> piles(n);
        for (int &pile : piles) cin >> pile;
        sort(piles.begin(), piles.end());
        for (int i = 0; i < n; i += 2) {
            int bits = (piles[i] - 1) | (piles[i + 1] - 1), value = 0;
            while (bits >> value & 1) value++;
            sum ^= value;
        }
        cout << (sum ? "YES" : "NO") << '\n';
    }
}
