#include <iostream>
using namespace std;

// Whether a is the whole part of k times the golden ratio, the larger root of x * x - k * x - k * k.
bool lost(long long a, long long k) {
    long long b = a + 1;
    return a * a - k * a - k * k <= 0 && b * b - k * b - k * k > 0;
}

int main() {
    long long a, b;
    cin >> a >> b;
    if (a > b) swap(a, b);
    cout << (lost(a, b - a) ? 0 : 1) << endl;
}
