#include <iostream>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int t, n;
    cin >> t;
    while (t--) {
        int sum = 0;
        cin >> n;
        while (n--) {
            int heap;
            cin >> heap;
            sum ^= heap;
        }
        cout << (sum ? "first" : "second") << '\n';
    }
}
