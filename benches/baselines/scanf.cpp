// scanf and printf.
#include "jobs.hpp"
#include <cinttypes>
#include <cstdio>

struct In {
    bool read(u64 &number) { return std::scanf("%" SCNu64, &number) == 1; }
};

struct Out {
    void word(const char *word) { std::fputs(word, stdout); }
    void number(u64 number, char after) { std::printf("%" PRIu64 "%c", number, after); }
};

int main(int argc, char **argv) { return run<In, Out>(argc, argv); }
