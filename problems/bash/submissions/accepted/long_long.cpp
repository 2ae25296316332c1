#include <cstdio>
int main() {
    long long cases;
    scanf("%lld", &cases);
    while (cases--) {
        long long n, m;
        scanf("%lld%lld", &n, &m);
        puts(n % (m + 1) ? "first" : "second");
    }
}
