#include <cstdio>
int heaps[50];

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n, sum = 0;
        bool larger = false;
        scanf("%d", &n);
        for (int i = 0; i < n; i++) {
            scanf("%d", &heaps[i]);
            sum ^= heaps[i];
            if (heaps[i] > 1) larger = true;
        }
        puts((sum != 0) == larger ? "John" : "Brother");
    }
}
