// Forgets that a heap may be split.
// 忘了可以把一堆分成两堆
#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n, heap, sum = 0;
        scanf("%d", &n);
        while (n--) {
            scanf("%d", &heap);
            sum ^= heap;
        }
        puts(sum ? "Alice" : "Bob");
    }
}
