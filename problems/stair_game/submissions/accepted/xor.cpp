#include <iostream>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int t, n;
    cin >> t;
    while (t--) {
        int sum = 0, balls;
        cin >> n;
        for (int stair = 1; stair <= n; stair++) {
            cin >> balls;
            if (stair % 2 == 0) sum ^= balls;
        }
        cout << (sum ? "first" : "second") << '\n';
    }
}
