// Keeps the values of the first set for all cases.
// 各组都沿用第一个集合的值
#include <cstdio>
#include <vector>

int main() {
    int k;
    std::vector<int> values;
    while (scanf("%d", &k) == 1 && k) {
        std::vector<int> numbers(k), seen(k + 2, -1);
        for (int &number : numbers) scanf("%d", &number);
        while (values.size() <= 10000) {
            int size = values.size(), mex = 0;
            for (int number : numbers) {
                if (number <= size) seen[values[size - number]] = size;
            }
            while (seen[mex] == size) mex++;
            values.push_back(mex);
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
