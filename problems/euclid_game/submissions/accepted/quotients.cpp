#include <iostream>
using namespace std;

bool wins(long long a, long long b) {
    if (a < b) swap(a, b);
    // With a choice, or at the end, the player to move wins.
    return a / b >= 2 || a % b == 0 || !wins(b, a % b);
}

int main() {
    long long a, b;
    while (cin >> a >> b && a) cout << (wins(a, b) ? "Stan wins" : "Ollie wins") << '\n';
}
