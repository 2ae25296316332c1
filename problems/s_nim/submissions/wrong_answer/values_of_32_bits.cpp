// Keeps the values that were seen in 32 bits: there are values up to 100.
// 只用 32 位记录出现过的值
#include <cstdio>
#include <vector>

int main() {
    int k;
    while (scanf("%d", &k) == 1 && k) {
        std::vector<int> numbers(k), values(10001);
        for (int &number : numbers) scanf("%d", &number);
        for (int size = 0; size <= 10000; size++) {
            unsigned seen = 0;
            for (int number : numbers) {
                if (number <= size) seen |= 1u << (values[size - number] % 32);
            }
            while (values[size] < 32 && seen >> values[size] & 1) values[size]++;
        }
        int positions;
        scanf("%d", &positions);
        while (positions--) {
            int heaps, heap, sum = 0;
            scanf("%d", &heaps);
            while (heaps--) {
                scanf("%d", &heap);
                sum ^= values[heap];
            }
            putchar(sum ? 'W' : 'L');
        }
        puts("");
    }
}
