// Computes the value of each row by recursion without keeping results: exponential.
#include <cstdio>

int value(int row) {
    unsigned seen = 0;
    for (int empty = -1, i = 0; i < 20; i++) {
        if (!(row >> i & 1))
            empty = i;
        else if (empty >= 0)
            seen |= 1u << value(row ^ 1 << i ^ 1 << empty);
    }
    int mex = 0;
    while (seen >> mex & 1) mex++;
    return mex;
}

int main() {
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
            sum ^= value(row);
        }
        puts(sum ? "YES" : "NO");
    }
}
