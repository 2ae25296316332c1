#include <iostream>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int t, n;
    cin >> t;
    while (t--) {
        bool odd = false;
        cin >> n;
        while (n--) {
            int heap;
            cin >> heap;
            odd |= heap % 2;
        }
        cout << (odd ? "first" : "second") << '\n';
    }
}
