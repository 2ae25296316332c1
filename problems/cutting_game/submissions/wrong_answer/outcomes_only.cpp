// Adds outcomes: a cut into two pieces is good where both are lost, or both are won.
// 把两块的胜负相加，而不是异或它们的值
#include <iostream>
#include <vector>
using namespace std;

int main() {
    const int N = 201;
    vector<vector<int>> won(N, vector<int>(N));
    for (int w = 2; w < N; w++)
        for (int h = 2; h < N; h++) {
            for (int i = 2; i <= w - 2; i++) won[w][h] |= won[i][h] == won[w - i][h];
            for (int j = 2; j <= h - 2; j++) won[w][h] |= won[w][j] == won[w][h - j];
        }
    int w, h;
    while (cin >> w >> h) cout << (won[w][h] ? "WIN" : "LOSE") << '\n';
}
