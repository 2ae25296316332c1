#include <cstdio>

int main() {
    int cases, n, m;
    scanf("%d", &cases);
    while (cases--) {
        scanf("%d %d", &n, &m);
        puts(m == 1 || n % 2 == 0 ? "2" : "1");
    }
}
