// Halves an odd heap once alone, even where the half is odd.
// 奇数堆只除以 2 一次，即使结果仍是奇数
#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int heaps;
        long long sum = 0, heap;
        scanf("%d", &heaps);
        while (heaps--) {
            scanf("%lld", &heap);
            if (heap % 2) heap /= 2;
            sum ^= heap / 2;
        }
        puts(sum ? "Alice" : "Bob");
    }
}
