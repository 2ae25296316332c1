// Compares with the golden ratio and forgets that of two equal numbers one is taken at once.
// 与黄金分割比比较，却忘了两数相等时可以一次取完
#include <cstdio>
#include <utility>

int main() {
    long long a, b;
    while (scanf("%lld %lld", &a, &b) == 2 && a) {
        if (a < b) std::swap(a, b);
        puts(a * a - a * b - b * b > 0 ? "Stan wins" : "Ollie wins");
    }
}
