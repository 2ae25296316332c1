#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n;
        unsigned heap, sum = 0;
        scanf("%d", &n);
        while (n--) {
            scanf("%u", &heap);
            // 3 and 4, 7 and 8, 11 and 12, ... change places.
            if (heap % 4 == 3)
                heap++;
            else if (heap % 4 == 0)
                heap--;
            sum ^= heap;
        }
        puts(sum ? "Alice" : "Bob");
    }
}
