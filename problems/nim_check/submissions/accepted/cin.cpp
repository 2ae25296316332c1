#include <iostream>
#include <vector>

using namespace std;

int main() {
    int cases;
    cin >> cases;
    while (cases--) {
        int n, sum = 0;
        cin >> n;
        vector<int> heaps(n);
        for (int i = 0; i < n; i++) {
            cin >> heaps[i];
            sum ^= heaps[i];
        }
        cout << (sum ? "Yes" : "No") << endl;
    }
}
