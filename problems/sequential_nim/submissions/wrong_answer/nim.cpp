// Lets a move take from any heap.
// 允许从任意一堆取
#include <cstdio>

int main() {
    int cases, n, heap;
    scanf("%d", &cases);
    while (cases--) {
        int sum = 0;
        for (scanf("%d", &n); n > 0; n--) {
            scanf("%d", &heap);
            sum ^= heap;
        }
        puts(sum ? "First" : "Second");
    }
}
