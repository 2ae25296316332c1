// Wins, with a heap above 1, at a nim-sum of 1 alone: every other one but 0 wins, too.
// 有大于 1 的堆时，只在异或和为 1 时判胜
#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n, heap, sum = 0;
        bool large = false;
        scanf("%d", &n);
        while (n--) {
            scanf("%d", &heap);
            sum ^= heap;
            large = large || heap > 1;
        }
        puts(large == (sum == 1) ? "John" : "Brother");
    }
}
