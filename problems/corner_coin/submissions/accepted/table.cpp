#include <iostream>
#include <vector>
using namespace std;

int main() {
    // By the moves that are left to the last row and to the first column.
    vector<vector<bool>> wins(2000, vector<bool>(2000));
    for (int i = 0; i < 2000; i++) {
        for (int j = 0; j < 2000; j++) {
            wins[i][j] = (i && !wins[i - 1][j]) || (j && !wins[i][j - 1]) || (i && j && !wins[i - 1][j - 1]);
        }
    }
    int n, m;
    while (cin >> n >> m && n) cout << (wins[n - 1][m - 1] ? "Wonderful!" : "What a pity!") << '\n';
}
