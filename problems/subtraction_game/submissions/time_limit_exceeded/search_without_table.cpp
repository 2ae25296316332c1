// Searches by recursion without keeping results: exponential.
#include <iostream>
#include <vector>
using namespace std;

vector<int> choices;

bool wins(int stones) {
    for (int number : choices) {
        if (number <= stones && !wins(stones - number)) return true;
    }
    return false;
}

int main() {
    int n, stones;
    cin >> n >> stones;
    choices.resize(n);
    for (int &number : choices) cin >> number;
    cout << (wins(stones) ? "First" : "Second") << endl;
}
