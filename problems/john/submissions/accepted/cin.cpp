#include <iostream>
#include <vector>

using namespace std;

int main() {
    int cases;
    cin >> cases;
    for (int c = 0; c < cases; c++) {
        int n;
        cin >> n;
        vector<int> heaps(n);
        int sum = 0, larger = 0;
        for (int &heap : heaps) {
            cin >> heap;
            sum ^= heap;
            larger += heap > 1;
        }
        if (larger == 0) cout << (sum == 0 ? "John" : "Brother") << endl;
        else cout << (sum != 0 ? "John" : "Brother") << endl;
    }
}
