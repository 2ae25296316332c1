#include <cstdio>

int main() {
    long long n;
    if (scanf("%lld", &n) != 1) return 1;
    if (n % 10)
        printf("1\n%lld\n", n % 10);
    else
        puts("2");
}
