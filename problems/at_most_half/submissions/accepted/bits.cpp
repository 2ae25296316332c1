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
            while (heap % 2) heap /= 2;
            sum ^= heap / 2;
        }
        puts(sum ? "Alice" : "Bob");
    }
}
