// The program of a good contestant: fread into 2 MiB, a byte loop, an output buffer of one's own.
#include "out.hpp"

struct In {
    static constexpr std::size_t SIZE = 2 << 20;
    unsigned char buffer[SIZE];
    const unsigned char *at = buffer, *end = buffer;

    int next() {
        if (at == end) {
            end = buffer + std::fread(buffer, 1, SIZE, stdin);
            at = buffer;
            if (at == end) return -1;
        }
        return *at++;
    }
    bool read(u64 &number) {
        int c = next();
        while (c != -1 && c < '0') c = next();
        if (c == -1) return false;
        u64 value = 0;
        do value = value * 10 + (c - '0');
        while ((c = next()) >= '0');
        number = value;
        return true;
    }
    bool read_word(std::vector<char> &word) {
        word.clear();
        int c = next();
        while (c != -1 && c <= ' ') c = next();
        for (; c > ' '; c = next()) word.push_back(c);
        return !word.empty();
    }
};

int main(int argc, char **argv) { return run<In, Out>(argc, argv); }
