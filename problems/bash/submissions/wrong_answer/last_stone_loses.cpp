// Plays for the wrong end: here the last stone wins.
#include <iostream>
using namespace std;

int main() {
    int cases, n, m;
    cin >> cases;
    while (cases--) {
        cin >> n >> m;
        cout << ((n - 1) % (m + 1) ? "first" : "second") << '\n';
    }
}
