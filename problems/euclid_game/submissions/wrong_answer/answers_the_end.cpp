// Answers the two zeros at the end.
// 对结尾的两个 0 也给出答案
#include <iostream>
using namespace std;

bool wins(long long a, long long b) {
    if (a < b) swap(a, b);
    return b == 0 || a / b >= 2 || a % b == 0 || !wins(b, a % b);
}

int main() {
    long long a, b;
    while (cin >> a >> b) cout << (wins(a, b) ? "Stan wins" : "Ollie wins") << '\n';
}
