// Stops before the last case.
// 在最后一组之前就停下
#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (--cases) {
        int n, heap, sum = 0;
        scanf("%d", &n);
        while (n--) {
            scanf("%d", &heap);
            sum ^= heap;
        }
        puts(sum ? "Yes" : "No");
    }
}
