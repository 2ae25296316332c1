#include <iostream>
using namespace std;

int main() {
    long long n;
    while (cin >> n && n) {
        long long number = 1, next = 2;
        while (number < n) {
            next += number;
            number = next - number;
        }
        cout << (number == n ? "Second win" : "First win") << '\n';
    }
}
