#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        long long n, exponent = 0;
        scanf("%lld", &n);
        long long odd = n;
        while (odd % 2 == 0) odd /= 2, exponent++;
        bool first = odd == 1 ? exponent > 0 && exponent % 2 == 0 : exponent > 0;
        puts(first ? "Alice" : "Bob");
    }
}
