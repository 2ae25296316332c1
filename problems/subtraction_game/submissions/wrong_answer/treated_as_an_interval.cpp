// Takes the numbers for all from the least to the greatest, which repeat with the period of their sum.
// 把集合当作从最小到最大的所有数
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n, stones;
    cin >> n >> stones;
    vector<int> numbers(n);
    for (int &number : numbers) cin >> number;
    int least = *min_element(numbers.begin(), numbers.end());
    int greatest = *max_element(numbers.begin(), numbers.end());
    cout << (stones % (least + greatest) < least ? "Second" : "First") << endl;
}
