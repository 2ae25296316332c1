// Keeps the values of the case before.
// 没有清空上一组的 SG 值
#include <cstdio>
#include <cstring>

int known[101][101], n, left_end[100], right_end[100];

int value(int start, int end) {
    int &found = known[start][end];
    if (found >= 0) return found;
    bool seen[256] = {};
    for (int i = 0; i < n; i++)
        if (start <= left_end[i] && right_end[i] <= end)
            seen[value(start, left_end[i]) ^ value(right_end[i], end)] = true;
    found = 0;
    while (seen[found]) found++;
    return found;
}

int main() {
    int cases;
    scanf("%d", &cases);
    memset(known, -1, sizeof known);
    while (cases--) {
        scanf("%d", &n);
        for (int i = 0; i < n; i++) scanf("%d %d", &left_end[i], &right_end[i]);
        known[1][100] = -1;
        puts(value(1, 100) ? "Alice" : "Bob");
    }
}
