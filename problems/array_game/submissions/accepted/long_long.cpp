#include <cstdio>
// The value of a cell x depends on N / x alone: below the root by the quotient, above it by x.
long long below[31623], above[31623], seen[65536], cells, root;

long long &value(long long quotient) { return quotient <= root ? below[quotient] : above[cells / quotient]; }

void compute(long long quotient) {
    long long sum = 0;
    seen[0] = quotient;
    for (long long k = 2, next; k <= quotient; k = next) {
        next = quotient / (quotient / k) + 1;
        long long block = value(quotient / k);
        seen[sum ^ block] = quotient;
        if ((next - k) % 2) sum ^= block;
    }
    long long mex = 0;
    while (seen[mex] == quotient) mex++;
    value(quotient) = mex;
}

int main() {
    scanf("%lld", &cells);
    while ((root + 1) <= cells / (root + 1)) root++;
    for (long long quotient = 1; quotient <= root; quotient++) compute(quotient);
    for (long long x = root; x >= 1; x--) compute(cells / x);
    long long cases;
    scanf("%lld", &cases);
    while (cases--) {
        long long count, cell, sum = 0;
        scanf("%lld", &count);
        while (count--) {
            scanf("%lld", &cell);
            sum ^= value(cells / cell);
        }
        puts(sum ? "Yes" : "No");
    }
}
