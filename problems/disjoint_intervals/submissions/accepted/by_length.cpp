#include <algorithm>
#include <cstdio>
#include <cstring>

int value[101][101], left_end[100], right_end[100];

int main() {
    int cases, n;
    scanf("%d", &cases);
    while (cases--) {
        scanf("%d", &n);
        for (int i = 0; i < n; i++) scanf("%d %d", &left_end[i], &right_end[i]);
        memset(value, 0, sizeof value);
        for (int length = 1; length < 100; length++) {
            for (int start = 1, end = length + 1; end <= 100; start++, end++) {
                bool seen[256] = {};
                for (int i = 0; i < n; i++)
                    if (start <= left_end[i] && right_end[i] <= end)
                        seen[value[start][left_end[i]] ^ value[right_end[i]][end]] = true;
                value[start][end] = std::find(seen, seen + 256, false) - seen;
            }
        }
        puts(value[1][100] ? "Alice" : "Bob");
    }
}
