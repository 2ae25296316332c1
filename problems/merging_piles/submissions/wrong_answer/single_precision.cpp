// Divides in single precision, which has 24 bits.
// 用单精度浮点做除法
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
