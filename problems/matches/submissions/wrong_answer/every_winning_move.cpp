// Prints every winning first move where the first one is asked for.
// 应输出第一种必胜的取法，却输出所有的
#include <cstdio>
#include <vector>

int main() {
    int k, sum = 0;
    scanf("%d", &k);
    std::vector<int> heaps(k);
    for (int &heap : heaps) {
        scanf("%d", &heap);
        sum ^= heap;
    }
    if (sum == 0) {
        puts("lose");
        return 0;
    }
    int last = 0;
    for (int i = 0; i < k; i++) {
        if ((heaps[i] ^ sum) < heaps[i]) {
            printf("%d %d\n", heaps[i] - (heaps[i] ^ sum), i + 1);
            last = i;
        }
    }
    heaps[last] ^= sum;
    for (int heap : heaps) printf("%d ", heap);
    puts("");
}
