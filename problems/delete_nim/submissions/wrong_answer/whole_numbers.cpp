// Takes (a - 1) | (b - 1) itself for the value of a pair: only the ones at its end count.
// 把 (a - 1) | (b - 1) 本身当作一对的值
#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n, a, b, sum = 0;
        scanf("%d", &n);
        for (int i = 0; i < n; i += 2) {
            scanf("%d %d", &a, &b);
            sum ^= (a - 1) | (b - 1);
        }
        puts(sum ? "YES" : "NO");
    }
}
