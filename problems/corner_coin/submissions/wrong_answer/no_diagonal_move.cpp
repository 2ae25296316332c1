// Forgets the move to the left and down at once.
#include <iostream>
using namespace std;

int main() {
    int n, m;
    while (cin >> n >> m && n) cout << ((n + m) % 2 ? "Wonderful!" : "What a pity!") << '\n';
}
