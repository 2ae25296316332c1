// Looks at the first quotient only: where it is 1, the next ones decide.
#include <algorithm>
#include <iostream>
using namespace std;

int main() {
    int cases, a, b;
    cin >> cases;
    while (cases--) {
        cin >> a >> b;
        if (a < b) swap(a, b);
        cout << (a / b >= 2 || a == b ? "Stan wins" : "Ollie wins") << '\n';
    }
}
