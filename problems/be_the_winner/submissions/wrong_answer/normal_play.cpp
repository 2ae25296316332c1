// Plays so that whoever takes the last apple wins.
// 按“取最后一个苹果者赢”来算
#include <iostream>
using namespace std;

int main() {
    int n;
    while (cin >> n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            int row;
            cin >> row;
            sum ^= row;
        }
        cout << (sum ? "Yes" : "No") << '\n';
    }
}
