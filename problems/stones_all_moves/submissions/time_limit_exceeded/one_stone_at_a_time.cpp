// Tries to leave 0, 1, 2, ... stones of each heap: up to 2^31 steps for each of them.
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
        for (int heap : heaps) {
            int others = sum ^ heap;
            for (int after = 0; after < heap; after++) {
                if ((others ^ after) == 0) printf("%d %d\n", heap, after);
            }
        }
    }
}
