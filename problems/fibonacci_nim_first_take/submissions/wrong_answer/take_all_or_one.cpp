// Takes all of a Fibonacci number and else a single stone.
// 是斐波那契数就全取，否则只取一颗
#include <iostream>
using namespace std;

int main() {
    long long n, number = 1, next = 2;
    cin >> n;
    while (number < n) {
        next += number;
        number = next - number;
    }
    cout << (number == n ? n : 1) << endl;
}
