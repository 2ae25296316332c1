// getchar and putchar, digit by digit.
#include "jobs.hpp"
#include <cstdio>

struct In {
    bool read(u64 &number) {
        int c = std::getchar();
        while (c != EOF && (c < '0' || c > '9')) c = std::getchar();
        if (c == EOF) return false;
        for (number = 0; c >= '0' && c <= '9'; c = std::getchar()) number = number * 10 + (c - '0');
        return true;
    }
    bool read_word(std::vector<char> &word) {
        word.clear();
        int c = std::getchar();
        while (c != EOF && c <= ' ') c = std::getchar();
        for (; c > ' '; c = std::getchar()) word.push_back(c);
        return !word.empty();
    }
};

struct Out {
    void word(const char *word) { std::fputs(word, stdout); }
    void number(u64 number, char after) {
        char digits[20];
        int count = 0;
        do digits[count++] = '0' + number % 10;
        while (number /= 10);
        while (count > 0) std::putchar(digits[--count]);
        std::putchar(after);
    }
};

int main(int argc, char **argv) { return run<In, Out>(argc, argv); }
