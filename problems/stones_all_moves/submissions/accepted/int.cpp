#include <cstdio>
int heaps[200000];

int main() {
    int m;
    while (scanf("%d", &m) == 1 && m != 0) {
        int sum = 0;
        for (int i = 0; i < m; i++) {
            scanf("%d", &heaps[i]);
            sum ^= heaps[i];
        }
        if (sum == 0) {
            puts("No");
            continue;
        }
        puts("Yes");
        for (int i = 0; i < m; i++) {
            if ((heaps[i] ^ sum) < heaps[i]) printf("%d %d\n", heaps[i], heaps[i] ^ sum);
        }
    }
}
