#include <cstdio>

int main() {
    int cases, n, m;
    scanf("%d", &cases);
    while (cases--) {
        scanf("%d %d", &n, &m);
        // The winner can bring the game to an end with ceil(n / m) piles.
        int piles = (n - 1) / m + 1;
        puts((n - piles) % 2 ? "0" : "1");
    }
}
