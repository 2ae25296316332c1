#include <cstdio>
// The value of a cell x depends on N / x alone: below the root by the quotient, above it by x.
int below[31623], above[31623], seen[65536], cells, root;

int &value(int quotient) { return quotient <= root ? below[quotient] : above[cells / quotient]; }

void compute(int quotient) {
    int sum = 0;
    seen[0] = quotient;
    for (int k = 2, next; k <= quotient; k = next) {
        next = quotient / (quotient / k) + 1;
        int block = value(quotient / k);
        seen[sum ^ block] = quotient;
        if ((next - k) % 2) sum ^= block;
    }
    int mex = 0;
    while (seen[mex] == quotient) mex++;
    value(quotient) = mex;
}

int main() {
    scanf("%d", &cells);
    while ((root + 1) <= cells / (root + 1)) root++;
    for (int quotient = 1; quotient <= root; quotient++) compute(quotient);
    for (int x = root; x >= 1; x--) compute(cells / x);
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int count, cell, sum = 0;
        scanf("%d", &count);
        while (count--) {
            scanf("%d", &cell);
            sum ^= value(cells / cell);
        }
        puts(sum ? "Yes" : "No");
    }
}
