#include <iostream>
#include <vector>
using namespace std;

int main() {
    int k;
    while (cin >> k && k) {
        vector<int> numbers(k);
        for (int &number : numbers) cin >> number;
        vector<int> values, seen(k + 2);
        int positions;
        cin >> positions;
        while (positions--) {
            int heaps, heap, sum = 0;
            cin >> heaps;
            while (heaps--) {
                cin >> heap;
                while ((int)values.size() <= heap) {
                    int size = values.size(), mex = 0;
                    for (int number : numbers) {
                        if (number <= size) seen[values[size - number]] = size + 1;
                    }
                    while (seen[mex] == size + 1) mex++;
                    values.push_back(mex);
                }
                sum ^= values[heap];
            }
            cout << (sum ? 'W' : 'L');
        }
        cout << '\n';
    }
}
