// Knows the first multiple of N + 1 only: the others are lost, too.
// 只知道 N + 1 的第一个倍数
#include <cstdio>

int main() {
    int price, most;
    while (scanf("%d %d", &price, &most) == 2) {
        int bid = price - (most + 1);
        if (price <= most) {
            for (bid = price; bid <= most; bid++) printf("%d ", bid);
            puts("");
        } else if (bid >= 1 && bid <= most) {
            printf("%d\n", bid);
        } else {
            puts("none");
        }
    }
}
