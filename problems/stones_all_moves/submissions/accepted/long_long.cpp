#include <cstdio>
long long heaps[200000];

int main() {
    long long m;
    while (scanf("%lld", &m) == 1 && m != 0) {
        long long sum = 0;
        for (long long i = 0; i < m; i++) {
            scanf("%lld", &heaps[i]);
            sum ^= heaps[i];
        }
        if (sum == 0) {
            puts("No");
            continue;
        }
        puts("Yes");
        for (long long i = 0; i < m; i++) {
            if ((heaps[i] ^ sum) < heaps[i]) printf("%lld %lld\n", heaps[i], heaps[i] ^ sum);
        }
    }
}
