#include <cstdio>

int main() {
    int heaps;
    while (scanf("%d", &heaps) == 1) {
        int sum = 0, heap;
        while (heaps--) {
            scanf("%d", &heap);
            sum ^= heap;
        }
        puts(sum ? "Yes" : "No");
    }
}
