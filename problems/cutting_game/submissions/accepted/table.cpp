#include <iostream>
#include <vector>
using namespace std;

int main() {
    const int N = 201;
    vector<vector<int>> value(N, vector<int>(N));
    for (int w = 2; w < N; w++)
        for (int h = 2; h < N; h++) {
            vector<bool> seen(512);
            for (int i = 2; i <= w - 2; i++) seen[value[i][h] ^ value[w - i][h]] = true;
            for (int j = 2; j <= h - 2; j++) seen[value[w][j] ^ value[w][h - j]] = true;
            while (seen[value[w][h]]) value[w][h]++;
        }
    int w, h;
    while (cin >> w >> h) cout << (value[w][h] ? "WIN" : "LOSE") << '\n';
}
