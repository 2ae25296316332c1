// Takes the powers of two for lost, as if a move might take no more than the one before it.
// 把 2 的幂当作必败
#include <cstdio>

int main() {
    int n;
    while (scanf("%d", &n) == 1 && n) puts((n & (n - 1)) == 0 ? "Second win" : "First win");
}
