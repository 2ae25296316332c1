#include <cstdio>
int heaps[500000];

int main() {
    int k, sum = 0;
    scanf("%d", &k);
    for (int i = 0; i < k; i++) {
        scanf("%d", &heaps[i]);
        sum ^= heaps[i];
    }
    if (sum == 0) {
        puts("lose");
        return 0;
    }
    for (int i = 0; i < k; i++) {
        if ((heaps[i] ^ sum) < heaps[i]) {
            printf("%d %d\n", heaps[i] - (heaps[i] ^ sum), i + 1);
            heaps[i] ^= sum;
            break;
        }
    }
    for (int i = 0; i < k; i++) printf("%d ", heaps[i]);
    puts("");
}
