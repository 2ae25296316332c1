// Takes 2a for the value of every place.
// 把每个位置的值都算作 2a
#include <iostream>
#include <set>
using namespace std;

int main() {
    int n;
    while (cin >> n) {
        set<int> places;
        while (n--) {
            int place;
            cin >> place;
            places.insert(place);
        }
        int sum = 0;
        for (int place : places) sum ^= 2 * place;
        cout << (sum ? "No" : "Yes") << '\n';
    }
}
