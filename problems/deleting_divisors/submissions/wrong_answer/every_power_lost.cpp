// Takes every power of two for lost.
// 把所有 2 的幂当作必败
#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        long long n;
        scanf("%lld", &n);
        puts(n % 2 == 0 && (n & (n - 1)) ? "Alice" : "Bob");
    }
}
