// Takes a sum of n for n ones: an empty heap beside a larger one defeats that.
// 把总和等于 n 当作 n 个 1
#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n, heap, total = 0, sum = 0;
        scanf("%d", &n);
        for (int i = 0; i < n; i++) {
            scanf("%d", &heap);
            total += heap;
            sum ^= heap;
        }
        if (total == n)
            puts(n % 2 ? "Brother" : "John");
        else
            puts(sum ? "John" : "Brother");
    }
}
