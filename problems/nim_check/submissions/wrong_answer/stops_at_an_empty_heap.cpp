// Takes an empty heap for the last one.
// 把空堆当作最后一堆
#include <iostream>
using namespace std;

int main() {
    int cases;
    cin >> cases;
    while (cases--) {
        int n, heap, sum = 0;
        cin >> n;
        while (n-- && cin >> heap && heap) sum ^= heap;
        cout << (sum ? "Yes" : "No") << endl;
    }
}
