#include <cstdio>
long long heaps[10000];

int main() {
    long long cases;
    scanf("%lld", &cases);
    while (cases--) {
        long long n, sum = 0;
        scanf("%lld", &n);
        for (long long i = 0; i < n; i++) scanf("%lld", &heaps[i]);
        for (long long i = 0; i < n; i++) sum ^= heaps[i];
        puts(sum ? "Yes" : "No");
    }
}
