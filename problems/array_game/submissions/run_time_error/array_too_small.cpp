// Has room for the values of 100000 cells: there may be 10^9.
#include <array>
#include <cstdio>
#include <vector>

std::array<int, 100001> values;

int main() {
    int cells, cases;
    scanf("%d %d", &cells, &cases);
    std::vector<int> seen(1 << 10);
    for (int x = cells; x >= 1; x--) {
        int sum = 0, mex = 0;
        seen[0] = x;
        for (int multiple = 2 * x; multiple <= cells; multiple += x) {
            sum ^= values.at(multiple);
            seen.at(sum) = x;
        }
        while (seen.at(mex) == x) mex++;
        values.at(x) = mex;
    }
    while (cases--) {
        int count, cell, sum = 0;
        scanf("%d", &count);
        while (count--) {
            scanf("%d", &cell);
            sum ^= values.at(cell);
        }
        puts(sum ? "Yes" : "No");
    }
}
