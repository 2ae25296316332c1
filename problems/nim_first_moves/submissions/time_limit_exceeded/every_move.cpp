// Tries every move, each with a new nim-sum of all heaps.
#include <cstdio>
#include <vector>

int main() {
    int m;
    while (scanf("%d", &m) == 1 && m) {
        std::vector<int> heaps(m);
        for (int &heap : heaps) scanf("%d", &heap);
        int moves = 0;
        for (int &heap : heaps) {
            int before = heap;
            for (heap = 0; heap < before; heap++) {
                int sum = 0;
                for (int other : heaps) sum ^= other;
                moves += sum == 0;
            }
        }
        printf("%d\n", moves);
    }
}
