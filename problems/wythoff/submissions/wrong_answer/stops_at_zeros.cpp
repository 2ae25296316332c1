// Takes two empty heaps for the end of the input: they are a case.
// 把两个空堆当作输入的结束
#include <iostream>
using namespace std;

bool lost(long long a, long long k) {
    long long b = a + 1;
    return a * a - k * a - k * k <= 0 && b * b - k * b - k * k > 0;
}

int main() {
    long long a, b;
    while (cin >> a >> b && (a || b)) {
        if (a > b) swap(a, b);
        cout << (lost(a, b - a) ? 0 : 1) << '\n';
    }
}
