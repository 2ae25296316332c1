#include <iostream>

int main() {
    int cases;
    std::cin >> cases;
    while (cases--) {
        int n;
        std::cin >> n;
        std::cout << (n % 5 == 0 || n % 5 == 2 ? "Second" : "First") << '\n';
    }
}
