// Takes the powers of two for lost, as if a move might take no more than the one before it.
#include <cstdio>

int main() {
    int n;
    while (scanf("%d", &n) == 1 && n) puts((n & (n - 1)) == 0 ? "Second win" : "First win");
}
