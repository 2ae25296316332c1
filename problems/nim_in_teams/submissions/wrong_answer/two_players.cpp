// Lets the first two players move in turn, whoever else is there.
// 只让前两个人轮流取
#include <algorithm>
#include <cstdio>

bool wins[2][8193];

int main() {
    int n, stones, limit[20];
    while (scanf("%d", &n) == 1 && n) {
        scanf("%d", &stones);
        for (int i = 0; i < 2 * n; i++) scanf("%d", &limit[i]);
        wins[0][0] = wins[1][0] = true;
        for (int left = 1; left <= stones; left++)
            for (int i = 0; i < 2; i++) {
                wins[i][left] = false;
                for (int taken = std::min(left, limit[i]); taken > 0; taken--)
                    if (!wins[1 - i][left - taken]) wins[i][left] = true;
            }
        puts(wins[0][stones] ? "1" : "0");
    }
}
