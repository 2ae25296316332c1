// Counts a block of cells of one quotient once: a block of even length cancels out.
// 商相同的一段格子只算一次
#include <iostream>
using namespace std;

int below[31623], above[31623], seen[65536], cells, root;

int &value(int quotient) { return quotient <= root ? below[quotient] : above[cells / quotient]; }

void compute(int quotient) {
    int sum = 0;
    seen[0] = quotient;
    for (int k = 2; k <= quotient; k = quotient / (quotient / k) + 1) {
        sum ^= value(quotient / k);
        seen[sum] = quotient;
    }
    int mex = 0;
    while (seen[mex] == quotient) mex++;
    value(quotient) = mex;
}

int main() {
    cin >> cells;
    while ((root + 1) <= cells / (root + 1)) root++;
    for (int quotient = 1; quotient <= root; quotient++) compute(quotient);
    for (int x = root; x >= 1; x--) compute(cells / x);
    int cases;
    cin >> cases;
    while (cases--) {
        int count, cell, sum = 0;
        cin >> count;
        while (count--) {
            cin >> cell;
            sum ^= value(cells / cell);
        }
        cout << (sum ? "Yes" : "No") << endl;
    }
}
