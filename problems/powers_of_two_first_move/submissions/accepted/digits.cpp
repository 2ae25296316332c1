#include <iostream>
#include <string>

int main() {
    std::string n;
    std::cin >> n;
    int rest = 0;
    for (char digit : n) rest = (rest * 10 + digit - '0') % 3;
    if (rest == 0)
        std::cout << "2\n";
    else
        std::cout << "1\n" << rest << '\n';
}
