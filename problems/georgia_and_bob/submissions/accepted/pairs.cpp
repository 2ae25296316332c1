#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int cases;
    cin >> cases;
    while (cases--) {
        int n, sum = 0;
        cin >> n;
        vector<int> places(n);
        for (int &place : places) cin >> place;
        if (n % 2) places.push_back(0);
        sort(places.begin(), places.end());
        for (size_t i = 0; i < places.size(); i += 2) sum ^= places[i + 1] - places[i] - 1;
        cout << (sum ? "Georgia will win" : "Bob will win") << '\n';
    }
}
