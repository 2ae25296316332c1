#include <cstdio>

int main() {
    int coins, least, most;
    while (scanf("%d %d %d", &coins, &least, &most) == 3) {
        int rest = coins % (least + most);
        puts(rest >= 1 && rest <= least ? "LOST" : "WIN");
    }
}
