// Makes a table of all squares for each case: up to 4 * 10^6 of them.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n, m;
    while (cin >> n >> m && n) {
        vector<vector<bool>> wins(n, vector<bool>(m));
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                wins[i][j] = (i && !wins[i - 1][j]) || (j && !wins[i][j - 1]) || (i && j && !wins[i - 1][j - 1]);
            }
        }
        cout << (wins[n - 1][m - 1] ? "Wonderful!" : "What a pity!") << '\n';
    }
}
