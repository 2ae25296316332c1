// Tries to take 1, 2, 3, ... matches from each heap: up to 10^9 nim-sums for each of them.
#include <cstdio>
#include <vector>

std::vector<int> heaps;

int nim_sum() {
    int sum = 0;
    for (int heap : heaps) sum ^= heap;
    return sum;
}

int main() {
    int k;
    scanf("%d", &k);
    heaps.resize(k);
    for (int &heap : heaps) scanf("%d", &heap);
    if (nim_sum() == 0) {
        puts("lose");
        return 0;
    }
    for (int i = 0; i < k; i++) {
        int before = heaps[i];
        for (int take = 1; take <= before; take++) {
            heaps[i] = before - take;
            if (nim_sum() == 0) {
                printf("%d %d\n", take, i + 1);
                for (int heap : heaps) printf("%d ", heap);
                puts("");
                return 0;
            }
        }
        heaps[i] = before;
    }
}
