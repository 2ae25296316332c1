// Takes the sizes of the heaps for their values.
// 把堆的大小当作堆的值
#include <iostream>
using namespace std;

int main() {
    int m, n, p;
    while (cin >> m >> n >> p && m) cout << (m ^ n ^ p ? "Fibo" : "Nacci") << '\n';
}
