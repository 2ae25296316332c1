// Takes an empty heap for the end of the input.
// 把空堆当作输入的结束
#include <cstdio>
#include <vector>

int main() {
    int m;
    while (scanf("%d", &m) == 1 && m) {
        std::vector<int> heaps;
        int sum = 0, heap;
        while (m-- && scanf("%d", &heap) == 1 && heap) {
            heaps.push_back(heap);
            sum ^= heap;
        }
        puts(sum ? "Yes" : "No");
        for (int heap : heaps) {
            if ((heap ^ sum) < heap) printf("%d %d\n", heap, heap ^ sum);
        }
    }
}
