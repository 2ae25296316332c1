// Plays on until the sum is more than n: n is enough.
// 一直玩到总和超过 n
#include <iostream>
using namespace std;

int main() {
    int cases, sum, most;
    cin >> cases;
    while (cases--) {
        cin >> sum >> most;
        cout << ((sum + 1) % (most + 1) ? "Grass" : "Rabbit") << '\n';
    }
}
