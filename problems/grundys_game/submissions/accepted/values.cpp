#include <iostream>
#include <vector>
using namespace std;

int main() {
    const int most = 2000;
    vector<int> value(most + 1);
    for (int n = 1; n <= most; n++) {
        vector<bool> seen(1024);
        for (int part = 1; 2 * part < n; part++) seen[value[part] ^ value[n - part]] = true;
        while (seen[value[n]]) value[n]++;
    }
    int t, n;
    cin >> t;
    while (t--) {
        cin >> n;
        cout << (n > most || value[n] ? "first" : "second") << '\n';
    }
}
