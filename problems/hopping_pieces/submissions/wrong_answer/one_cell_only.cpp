// Lets a piece go to the next cell only, not over other pieces.
// 只让棋子走到相邻的格子，不能跳过别的棋子
#include <cstdio>
#include <vector>

int main() {
    // Bit 0 is the last cell of a row.
    std::vector<signed char> values(1 << 20);
    for (int row = 1; row < 1 << 20; row++) {
        unsigned seen = 0;
        for (int i = 1; i < 20; i++) {
            if ((row >> i & 1) && !(row >> (i - 1) & 1)) seen |= 1u << values[row ^ 3 << (i - 1)];
        }
        while (seen >> values[row] & 1) values[row]++;
    }
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int rows, sum = 0;
        scanf("%d", &rows);
        while (rows--) {
            int pieces, cell, row = 0;
            scanf("%d", &pieces);
            while (pieces--) {
                scanf("%d", &cell);
                row |= 1 << (20 - cell);
            }
            sum ^= values[row];
        }
        puts(sum ? "YES" : "NO");
    }
}
