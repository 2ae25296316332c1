// Searches without a table.
// 搜索时没有记忆化
#include <cstdio>

int n, limit[20];

bool wins(int player, int left) {
    if (left == 0) return true;
    for (int taken = 1; taken <= limit[player] && taken <= left; taken++)
        if (!wins((player + 1) % (2 * n), left - taken)) return true;
    return false;
}

int main() {
    int stones;
    while (scanf("%d", &n) == 1 && n) {
        scanf("%d", &stones);
        for (int i = 0; i < 2 * n; i++) scanf("%d", &limit[i]);
        puts(wins(0, stones) ? "1" : "0");
    }
}
