// Takes every gap for a heap, not that of each second neighbour.
// 把每个间隔都当作一堆
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n, sum = 0;
        scanf("%d", &n);
        std::vector<int> places(n + 1);
        for (int i = 1; i <= n; i++) scanf("%d", &places[i]);
        std::sort(places.begin(), places.end());
        for (int i = 0; i < n; i++) sum ^= places[i + 1] - places[i] - 1;
        puts(sum ? "Georgia will win" : "Bob will win");
    }
}
