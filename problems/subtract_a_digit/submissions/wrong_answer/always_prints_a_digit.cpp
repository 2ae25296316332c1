// Prints the last digit where the second player wins, too.
#include <cstdio>

int main() {
    long long n;
    if (scanf("%lld", &n) != 1) return 1;
    printf("%d\n%lld\n", n % 10 ? 1 : 2, n % 10);
}
