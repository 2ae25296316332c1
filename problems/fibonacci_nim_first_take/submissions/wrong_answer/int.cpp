// Reads n into an int: it goes up to 10^15.
// 用 int 读入 n
#include <iostream>
using namespace std;

int main() {
    int n;
    long long smallest = 0;
    cin >> n;
    while (n > 0) {
        long long next = 2;
        smallest = 1;
        while (next <= n) {
            next += smallest;
            smallest = next - smallest;
        }
        n -= smallest;
    }
    cout << smallest << endl;
}
