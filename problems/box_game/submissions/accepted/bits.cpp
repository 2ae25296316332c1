#include <cstdio>

int main() {
    long long n;
    while (scanf("%lld", &n) == 1 && n) puts(n & (n + 1) ? "Alice" : "Bob");
}
