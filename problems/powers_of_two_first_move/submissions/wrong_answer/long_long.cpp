// Reads the number into 64 bits.
// 用 64 位整数读入
#include <iostream>

int main() {
    long long n;
    std::cin >> n;
    if (n % 3 == 0)
        std::cout << "2\n";
    else
        std::cout << "1\n" << n % 3 << '\n';
}
