// Takes the powers of two themselves for lost.
// 把 2 的幂本身当作必败
#include <cstdio>

int main() {
    long long n;
    while (scanf("%lld", &n) == 1 && n) puts(n & (n - 1) ? "Alice" : "Bob");
}
