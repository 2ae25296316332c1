#include <iostream>
using namespace std;

int main() {
    int cases, n, m;
    cin >> cases;
    while (cases--) {
        cin >> n >> m;
        cout << (n % (m + 1) == 0 ? "second" : "first") << endl;
    }
}
