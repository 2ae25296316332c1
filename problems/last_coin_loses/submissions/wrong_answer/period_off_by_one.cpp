// Is off by one in the period, as if the smallest move were always one coin.
// 周期差一
#include <iostream>
using namespace std;

int main() {
    int coins, least, most;
    while (cin >> coins >> least >> most) {
        int rest = coins % (most + 1);
        cout << (rest >= 1 && rest <= least ? "LOST" : "WIN") << '\n';
    }
}
