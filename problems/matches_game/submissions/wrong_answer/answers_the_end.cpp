// Asks for the end of the input before reading: the line feed behind the last case makes one more.
#include <cstdio>

int main() {
    while (!feof(stdin)) {
        int heaps = 0, sum = 0, heap;
        scanf("%d", &heaps);
        while (heaps--) {
            scanf("%d", &heap);
            sum ^= heap;
        }
        puts(sum ? "Yes" : "No");
    }
}
