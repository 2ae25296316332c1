// Takes odd squares for the only lost boards: odd sides may differ.
// 只把边长为奇数的正方形当作必败
#include <cstdio>

int main() {
    int n, m;
    while (scanf("%d %d", &n, &m) == 2 && n) puts(n % 2 && n == m ? "What a pity!" : "Wonderful!");
}
