// Has a table of a million heaps: they have up to 2^31 stones.
#include <array>
#include <cstdio>

std::array<bool, 1000001> lost;

int main() {
    for (int number = 1, next = 2; number <= 1000000;) {
        lost.at(number) = true;
        next += number;
        number = next - number;
    }
    int n;
    while (scanf("%d", &n) == 1 && n) puts(lost.at(n) ? "Second win" : "First win");
}
