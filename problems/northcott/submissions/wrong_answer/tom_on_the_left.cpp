// Takes Tom's piece to be on the left of Jerry's.
// 以为 Tom 的棋子总在 Jerry 的左边
#include <iostream>
using namespace std;

int main() {
    int rows, columns;
    while (cin >> rows >> columns) {
        int sum = 0, tom, jerry;
        while (rows--) {
            cin >> tom >> jerry;
            sum ^= jerry - tom - 1;
        }
        cout << (sum ? "I WIN!" : "BAD LUCK!") << '\n';
    }
}
