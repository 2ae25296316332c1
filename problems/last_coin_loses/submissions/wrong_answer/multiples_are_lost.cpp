// Takes the multiples of p + q for lost, as in normal play.
// 像普通玩法那样把 p + q 的倍数当作必败
#include <cstdio>

int main() {
    int coins, least, most;
    while (scanf("%d %d %d", &coins, &least, &most) == 3) {
        puts(coins % (least + most) <= least ? "LOST" : "WIN");
    }
}
