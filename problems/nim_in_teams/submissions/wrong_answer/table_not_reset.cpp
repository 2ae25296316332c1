// Keeps the outcomes of the case before.
// 没有清空上一组的结果
#include <cstdio>
#include <cstring>

int known[20][8193], n, limit[20];

int wins(int player, int left) {
    int &found = known[player][left];
    if (found >= 0) return found;
    if (left == 0) return found = 1;
    found = 0;
    for (int taken = 1; taken <= limit[player] && taken <= left; taken++)
        if (!wins((player + 1) % (2 * n), left - taken)) found = 1;
    return found;
}

int main() {
    int stones;
    memset(known, -1, sizeof known);
    while (scanf("%d", &n) == 1 && n) {
        scanf("%d", &stones);
        for (int i = 0; i < 2 * n; i++) scanf("%d", &limit[i]);
        known[0][stones] = -1;
        puts(wins(0, stones) ? "1" : "0");
    }
}
