#include <iostream>
using namespace std;

int main() {
    int price, most;
    while (cin >> price >> most) {
        if (price <= most) {
            for (int bid = price; bid <= most; bid++) cout << bid << (bid < most ? ' ' : '\n');
        } else if (price % (most + 1)) {
            cout << price % (most + 1) << '\n';
        } else {
            cout << "none\n";
        }
    }
}
