// Takes the parity of all free places left of the pieces for the number of moves that are left.
// 把棋子左边空格总数的奇偶当作剩余步数的奇偶
#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n, place, moves = 0;
        scanf("%d", &n);
        for (int i = 1; i <= n; i++) {
            scanf("%d", &place);
            moves += place - i;
        }
        puts(moves % 2 ? "Georgia will win" : "Bob will win");
    }
}
