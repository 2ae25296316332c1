// Divides in single precision, which has 24 bits.
#include <cmath>
#include <iostream>
using namespace std;

int main() {
    int cases;
    cin >> cases;
    while (cases--) {
        int n, m;
        cin >> n >> m;
        int piles = ceil((float)n / (float)m);
        cout << ((n - piles) % 2 ? 0 : 1) << '\n';
    }
}
