// Looks for the highest bit of the nim-sum among the lowest thirty: heaps have up to 31.
// 只在低三十位里找异或和的最高位
#include <cstdio>
#include <vector>

int main() {
    int m;
    while (scanf("%d", &m) == 1 && m) {
        std::vector<int> heaps(m);
        int sum = 0, top = 0;
        for (int &heap : heaps) {
            scanf("%d", &heap);
            sum ^= heap;
        }
        for (int bit = 0; bit < 30; bit++) {
            if (sum >> bit & 1) top = bit;
        }
        puts(sum ? "Yes" : "No");
        for (int heap : heaps) {
            if (sum && heap >> top & 1) printf("%d %d\n", heap, heap ^ sum);
        }
    }
}
