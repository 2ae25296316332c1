// Cuts strips off as well, and takes a cell for the end of play.
// 连细条也剪下来，并把剩一格当作结束
#include <iostream>
#include <vector>
using namespace std;

int main() {
    const int N = 201;
    vector<vector<int>> value(N, vector<int>(N));
    for (int w = 1; w < N; w++)
        for (int h = 1; h < N; h++) {
            vector<bool> seen(512);
            for (int i = 1; i < w; i++) seen[value[i][h] ^ value[w - i][h]] = true;
            for (int j = 1; j < h; j++) seen[value[w][j] ^ value[w][h - j]] = true;
            while (seen[value[w][h]]) value[w][h]++;
        }
    int w, h;
    while (cin >> w >> h) cout << (value[w][h] ? "WIN" : "LOSE") << '\n';
}
