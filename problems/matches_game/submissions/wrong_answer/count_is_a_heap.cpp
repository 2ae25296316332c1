// Takes the number of heaps for one of them.
#include <cstdio>

int main() {
    int heaps;
    while (scanf("%d", &heaps) == 1) {
        int sum = heaps, heap;
        while (heaps--) {
            scanf("%d", &heap);
            sum ^= heap;
        }
        puts(sum ? "Yes" : "No");
    }
}
