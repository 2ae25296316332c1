#include <cstdio>
long long heaps[500000];

int main() {
    long long k, sum = 0;
    scanf("%lld", &k);
    for (long long i = 0; i < k; i++) {
        scanf("%lld", &heaps[i]);
        sum ^= heaps[i];
    }
    if (sum == 0) {
        puts("lose");
        return 0;
    }
    for (long long i = 0; i < k; i++) {
        if ((heaps[i] ^ sum) < heaps[i]) {
            printf("%lld %lld\n", heaps[i] - (heaps[i] ^ sum), i + 1);
            heaps[i] ^= sum;
            break;
        }
    }
    for (long long i = 0; i < k; i++) printf("%lld ", heaps[i]);
    puts("");
}
