// Searches by recursion without keeping results: exponential.
#include <cstdio>

bool wins(int n, int m) {
    for (int take = 1; take <= m && take <= n; take++) {
        if (!wins(n - take, m)) return true;
    }
    return false;
}

int main() {
    int cases, n, m;
    scanf("%d", &cases);
    while (cases-- && scanf("%d %d", &n, &m) == 2) puts(wins(n, m) ? "first" : "second");
}
