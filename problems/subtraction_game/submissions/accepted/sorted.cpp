// Stops at the first number that is too large, as they are sorted.
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n, stones;
    cin >> n >> stones;
    vector<int> numbers(n);
    for (int &number : numbers) cin >> number;
    vector<bool> wins(stones + 1);
    for (int heap = 1; heap <= stones; heap++) {
        for (int number : numbers) {
            if (number > heap) break;
            if (!wins[heap - number]) wins[heap] = true;
        }
    }
    cout << (wins[stones] ? "First" : "Second") << endl;
}
