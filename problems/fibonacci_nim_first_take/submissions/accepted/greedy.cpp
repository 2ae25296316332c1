#include <iostream>
using namespace std;

int main() {
    long long n, smallest = 0;
    cin >> n;
    // Zeckendorf: the largest Fibonacci number each time, and the last of them is the smallest.
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
