#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n, k;
    cin >> n >> k;
    vector<int> take(k);
    for (int &number : take) cin >> number;
    string letters(n + 1, 'L');
    for (int heap = 1; heap <= n; heap++)
        for (int number : take)
            if (number <= heap && letters[heap - number] == 'L') {
                letters[heap] = 'W';
                break;
            }
    cout << letters.substr(1) << '\n';
}
