// Takes one stone in every first move.
// 第一步总是取一颗
#include <iostream>
#include <string>

int main() {
    std::string n;
    std::cin >> n;
    int rest = 0;
    for (char digit : n) rest = (rest + digit - '0') % 3;
    std::cout << (rest == 0 ? "2\n" : "1\n1\n");
}
