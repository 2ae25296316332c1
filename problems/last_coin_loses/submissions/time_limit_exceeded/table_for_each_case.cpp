// Makes a table of all heaps for each case, from all moves: up to 10^9 steps.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int coins, least, most;
    while (scanf("%d %d %d", &coins, &least, &most) == 3) {
        std::vector<bool> wins(coins + 1);
        wins[0] = true;
        for (int heap = 1; heap <= coins; heap++) {
            for (int take = std::min(least, heap); take <= most && take <= heap; take++) {
                if (!wins[heap - take]) wins[heap] = true;
            }
        }
        puts(wins[coins] ? "WIN" : "LOST");
    }
}
