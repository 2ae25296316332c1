// Takes equal heaps for lost, as in Nim: both can be taken at once.
#include <iostream>
using namespace std;

bool lost(long long a, long long k) {
    long long b = a + 1;
    return k == 0 || (a * a - k * a - k * k <= 0 && b * b - k * b - k * k > 0);
}

int main() {
    long long a, b;
    cin >> a >> b;
    if (a > b) swap(a, b);
    cout << (lost(a, b - a) ? 0 : 1) << endl;
}
