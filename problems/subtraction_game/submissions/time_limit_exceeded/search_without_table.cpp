// Searches by recursion without keeping results: exponential.
#include <iostream>
#include <vector>
using namespace std;

vector<int> numbers;

bool wins(int stones) {
    for (int number : numbers) {
        if (number <= stones && !wins(stones - number)) return true;
    }
    return false;
}

int main() {
    int n, stones;
    cin >> n >> stones;
    numbers.resize(n);
    for (int &number : numbers) cin >> number;
    cout << (wins(stones) ? "First" : "Second") << endl;
}
