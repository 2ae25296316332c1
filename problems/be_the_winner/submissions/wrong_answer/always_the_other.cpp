// Turns the answer of normal play round, whatever the rows are.
// 不论各行如何，都把普通玩法的答案反过来
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
        cout << (sum ? "No" : "Yes") << '\n';
    }
}
