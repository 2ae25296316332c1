// Goes through the lost pairs from the first one in each case: up to 4 * 10^8 steps.
#include <iostream>
using namespace std;

int main() {
    long long a, b;
    while (cin >> a >> b) {
        if (a > b) swap(a, b);
        // The k-th pair is (x, x + k); x grows by 1 or 2.
        long long k = 0, x = 0;
        while (x < a) {
            k++;
            x++;
            if ((x + 1) * (x + 1) - k * (x + 1) - k * k <= 0) x++;
        }
        cout << (x == a && b - a == k ? 0 : 1) << '\n';
    }
}
