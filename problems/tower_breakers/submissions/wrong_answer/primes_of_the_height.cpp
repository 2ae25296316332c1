// Lowers a tower by one prime factor at a time.
// 每次只除以一个质因数
#include <cstdio>

int main() {
    int cases, n, m;
    scanf("%d", &cases);
    while (cases--) {
        scanf("%d %d", &n, &m);
        int factors = 0;
        for (int p = 2; p <= m; p++)
            for (; m % p == 0; m /= p) factors++;
        puts((long long)n * factors % 2 ? "1" : "2");
    }
}
