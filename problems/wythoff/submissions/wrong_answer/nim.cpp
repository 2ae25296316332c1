// Forgets the moves that take from both heaps.
// 忘了可以同时从两堆取
#include <cstdio>

int main() {
    int a, b;
    while (scanf("%d %d", &a, &b) == 2) puts(a == b ? "0" : "1");
}
