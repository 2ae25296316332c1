#include <cstdio>
int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n, m;
        scanf("%d%d", &n, &m);
        puts(n % (m + 1) ? "first" : "second");
    }
}
