// Rounds the number of moves up.
// 次数向上取整
#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int heaps, heap;
        long long moves = 0;
        scanf("%d", &heaps);
        for (int i = 1; i <= heaps; i++) {
            scanf("%d", &heap);
            moves += (heap + i - 1) / i;
        }
        puts(moves % 2 ? "ALICE" : "BOB");
    }
}
