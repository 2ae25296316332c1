// The array game by a plain walk over the blocks of equal quotients, in the input format of the problem.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

int main() {
    long long n = 0;
    if (std::scanf("%lld", &n) != 1) return 1;
    const long long root = static_cast<long long>(std::sqrt(static_cast<long double>(n)));
    std::vector<int> small(root + 2), large(root + 2), seen(1 << 12);
    auto value = [&](long long q) -> int & { return q <= root ? small[q] : large[n / q]; };
    std::vector<long long> quotients;
    for (long long i = 1; i <= n; i = n / (n / i) + 1) quotients.push_back(n / i);
    int step = 0;
    for (auto q = quotients.rbegin(); q != quotients.rend(); ++q) {
        seen[0] = ++step;
        int sum = 0;
        for (long long i = 2, last; i <= *q; i = last + 1) {
            last = *q / (*q / i);
            const int block = value(*q / i);
            seen[sum ^ block] = step;
            if ((last - i + 1) % 2 == 1) {
                sum ^= block;
            } else {
                seen[sum] = step;
            }
        }
        int least = 0;
        while (seen[least] == step) ++least;
        value(*q) = least;
    }
    int positions = 0;
    if (std::scanf("%d", &positions) != 1) return 1;
    while (positions-- > 0) {
        int cells = 0, sum = 0;
        if (std::scanf("%d", &cells) != 1) return 1;
        while (cells-- > 0) {
            long long cell = 0;
            if (std::scanf("%lld", &cell) != 1) return 1;
            sum ^= value(n / cell);
        }
        std::puts(sum != 0 ? "Yes" : "No");
    }
}
