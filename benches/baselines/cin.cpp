// cin and cout, not synchronised with stdio and not tied.
#include "jobs.hpp"
#include <iostream>
#include <string>

struct In {
    bool read(u64 &number) { return bool(std::cin >> number); }
    bool read_word(std::vector<char> &word) {
        static std::string text;
        if (!(std::cin >> text)) return false;
        word.assign(text.begin(), text.end());
        return true;
    }
};

struct Out {
    void word(const char *word) { std::cout << word; }
    void number(u64 number, char after) { std::cout << number << after; }
};

int main(int argc, char **argv) {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    return run<In, Out>(argc, argv);
}
