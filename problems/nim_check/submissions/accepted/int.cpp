#include <cstdio>
int heaps[10000];

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n, sum = 0;
        scanf("%d", &n);
        for (int i = 0; i < n; i++) scanf("%d", &heaps[i]);
        for (int i = 0; i < n; i++) sum ^= heaps[i];
        puts(sum ? "Yes" : "No");
    }
}
