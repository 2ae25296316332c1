// Does not clear the nim-sum between cases.
// 没有在各组之间把异或和清零
#include <cstdio>

int main() {
    int cases, sum = 0;
    scanf("%d", &cases);
    while (cases--) {
        int n, heap;
        scanf("%d", &n);
        while (n--) {
            scanf("%d", &heap);
            sum ^= heap;
        }
        puts(sum ? "Yes" : "No");
    }
}
