#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    while (cin >> n) {
        vector<int> places(n);
        for (int &place : places) cin >> place;
        sort(places.begin(), places.end());
        places.erase(unique(places.begin(), places.end()), places.end());
        int sum = 0;
        for (int place : places) sum ^= 2 * place + 1 - __builtin_popcount(place) % 2;
        cout << (sum ? "No" : "Yes") << '\n';
    }
}
