// Answers the zero at the end.
#include <cstdio>

int main() {
    long long n;
    while (scanf("%lld", &n) == 1) puts(n & (n + 1) ? "Alice" : "Bob");
}
