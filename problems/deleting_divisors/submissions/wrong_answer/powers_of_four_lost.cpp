// Takes the even exponents of powers of two for lost.
// 把 2 的偶数次幂当作必败
#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        long long n, exponent = 0;
        scanf("%lld", &n);
        long long odd = n;
        while (odd % 2 == 0) odd /= 2, exponent++;
        puts((odd == 1 ? exponent % 2 == 1 : exponent > 0) ? "Alice" : "Bob");
    }
}
