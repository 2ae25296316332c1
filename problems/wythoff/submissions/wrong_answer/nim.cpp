// Forgets the moves that take from both heaps.
#include <cstdio>

int main() {
    int a, b;
    while (scanf("%d %d", &a, &b) == 2) puts(a == b ? "0" : "1");
}
