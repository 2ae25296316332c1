// Forgets the move to the left and down at once.
// 忘了可以同时向左和向下走
#include <iostream>
using namespace std;

int main() {
    int n, m;
    while (cin >> n >> m && n) cout << ((n + m) % 2 ? "Wonderful!" : "What a pity!") << '\n';
}
