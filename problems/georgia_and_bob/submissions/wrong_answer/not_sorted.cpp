// Takes the pieces to be sorted.
// 以为棋子已经排好序
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int cases;
    cin >> cases;
    while (cases--) {
        int n, sum = 0;
        cin >> n;
        vector<int> places(n % 2);
        places.resize(n + n % 2);
        for (int i = n % 2; i < n + n % 2; i++) cin >> places[i];
        for (size_t i = 0; i < places.size(); i += 2) sum ^= places[i + 1] - places[i] - 1;
        cout << (sum ? "Georgia will win" : "Bob will win") << '\n';
    }
}
