// Takes a nim-sum of 1 for a won position, and every other one for a lost one.
// 只在异或和为 1 时判胜
#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n, heap, sum = 0;
        scanf("%d", &n);
        while (n--) {
            scanf("%d", &heap);
            sum ^= heap;
        }
        puts(sum == 1 ? "Yes" : "No");
    }
}
