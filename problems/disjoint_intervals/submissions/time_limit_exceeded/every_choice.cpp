// Searches all orders of choices.
// 枚举所有选法，没有分成左右两边
#include <algorithm>
#include <cstdio>
#include <map>
#include <vector>

using Interval = std::pair<int, int>;
std::map<std::vector<Interval>, bool> known;

bool wins(const std::vector<Interval> &left) {
    auto found = known.find(left);
    if (found != known.end()) return found->second;
    bool is_won = false;
    for (auto [start, end] : left) {
        std::vector<Interval> rest;
        for (auto other : left)
            if (other.second <= start || end <= other.first) rest.push_back(other);
        if (!wins(rest)) {
            is_won = true;
            break;
        }
    }
    return known[left] = is_won;
}

int main() {
    int cases, n;
    scanf("%d", &cases);
    while (cases--) {
        scanf("%d", &n);
        std::vector<Interval> intervals(n);
        for (auto &[left, right] : intervals) scanf("%d %d", &left, &right);
        std::sort(intervals.begin(), intervals.end());
        intervals.erase(std::unique(intervals.begin(), intervals.end()), intervals.end());
        known.clear();
        puts(wins(intervals) ? "Alice" : "Bob");
    }
}
