// Computes the golden ratio in double precision: 102334155 times that is rounded up to a whole number.
#include <cmath>
#include <iostream>
using namespace std;

int main() {
    const double golden = (1 + sqrt(5.0)) / 2;
    int a, b;
    cin >> a >> b;
    if (a > b) swap(a, b);
    double product = (b - a) * golden;
    cout << ((int)product == a ? 0 : 1) << endl;
}
