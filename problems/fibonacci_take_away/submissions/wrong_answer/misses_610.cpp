// Has the Fibonacci numbers below 610 only.
// 只有小于 610 的斐波那契数
#include <cstdio>
#include <vector>

int main() {
    std::vector<int> numbers = {1, 2};
    while (numbers.size() < 13) numbers.push_back(numbers.end()[-1] + numbers.end()[-2]);
    std::vector<int> values(1001);
    for (int heap = 1; heap <= 1000; heap++) {
        unsigned seen = 0;
        for (int number : numbers) {
            if (number <= heap) seen |= 1u << values[heap - number];
        }
        while (seen >> values[heap] & 1) values[heap]++;
    }
    int m, n, p;
    while (scanf("%d %d %d", &m, &n, &p) == 3 && m) {
        puts(values[m] ^ values[n] ^ values[p] ? "Fibo" : "Nacci");
    }
}
