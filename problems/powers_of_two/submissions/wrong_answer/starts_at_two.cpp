// Forgets that 1 is a power of two.
// 忘了 1 也是 2 的幂
#include <iostream>
#include <vector>
using namespace std;

int main() {
    vector<bool> wins(1001);
    for (int cards = 1; cards <= 1000; cards++) {
        for (int take = 2; take <= cards; take *= 2) {
            if (!wins[cards - take]) wins[cards] = true;
        }
    }
    int cards;
    while (cin >> cards) cout << (wins[cards] ? "Kiki" : "Cici") << '\n';
}
