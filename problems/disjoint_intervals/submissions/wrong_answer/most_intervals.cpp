// Takes the parity of the most intervals that can be chosen.
// 用最多能选的区间数的奇偶判断
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

int main() {
    int cases, n;
    scanf("%d", &cases);
    while (cases--) {
        scanf("%d", &n);
        std::vector<std::pair<int, int>> intervals(n);
        for (auto &[right, left] : intervals) scanf("%d %d", &left, &right);
        std::sort(intervals.begin(), intervals.end());
        int last = 0, chosen = 0;
        for (auto [right, left] : intervals)
            if (left >= last) chosen++, last = right;
        puts(chosen % 2 ? "Alice" : "Bob");
    }
}
