#include <cstdio>
long long heaps[50];

int main() {
    long long cases;
    scanf("%lld", &cases);
    while (cases--) {
        long long n, sum = 0;
        bool larger = false;
        scanf("%lld", &n);
        for (long long i = 0; i < n; i++) {
            scanf("%lld", &heaps[i]);
            sum ^= heaps[i];
            if (heaps[i] > 1) larger = true;
        }
        puts((sum != 0) == larger ? "John" : "Brother");
    }
}
