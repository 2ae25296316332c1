// Counts the moves that make full piles and forgets those that merge the rest.
// 只数凑满各堆的步数，忘了合并剩余的
#include <cstdio>

int main() {
    int cases, n, m;
    scanf("%d", &cases);
    while (cases--) {
        scanf("%d %d", &n, &m);
        long long moves = (long long)(n / m) * (m - 1);
        puts(moves % 2 ? "0" : "1");
    }
}
