#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n, a, b, sum = 0;
        scanf("%d", &n);
        for (int i = 0; i < n; i += 2) {
            scanf("%d %d", &a, &b);
            int bits = (a - 1) | (b - 1), value = 0;
            while (bits >> value & 1) value++;
            sum ^= value;
        }
        puts(sum ? "YES" : "NO");
    }
}
