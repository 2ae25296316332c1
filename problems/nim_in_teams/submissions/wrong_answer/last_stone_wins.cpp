// Lets the team win whose player takes the last stone.
// 以为取走最后一颗石子的队赢
#include <algorithm>
#include <cstdio>

bool wins[20][8193];

int main() {
    int n, stones, limit[20];
    while (scanf("%d", &n) == 1 && n) {
        scanf("%d", &stones);
        for (int i = 0; i < 2 * n; i++) scanf("%d", &limit[i]);
        for (int i = 0; i < 2 * n; i++) wins[i][0] = false;
        for (int left = 1; left <= stones; left++)
            for (int i = 0; i < 2 * n; i++) {
                wins[i][left] = false;
                for (int taken = std::min(left, limit[i]); taken > 0; taken--)
                    if (!wins[(i + 1) % (2 * n)][left - taken]) wins[i][left] = true;
            }
        puts(wins[0][stones] ? "1" : "0");
    }
}
