// Prints one winning bid where all are asked for.
// 应输出所有必胜的出价，却只输出一个
#include <cstdio>

int main() {
    int price, most;
    while (scanf("%d %d", &price, &most) == 2) {
        if (price % (most + 1))
            printf("%d\n", price % (most + 1));
        else
            puts("none");
    }
}
