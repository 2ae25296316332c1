// scanf and printf.
#include "jobs.hpp"
#include <cinttypes>
#include <cstdio>

struct In {
    bool read(u64 &number) { return std::scanf("%" SCNu64, &number) == 1; }
    bool read_word(std::vector<char> &word) {
        static char room[1 << 20];
        if (std::scanf("%1048575s", room) != 1) return false;
        word.assign(room, room + std::strlen(room));
        return true;
    }
};

struct Out {
    void word(const char *word) { std::fputs(word, stdout); }
    void number(u64 number, char after) { std::printf("%" PRIu64 "%c", number, after); }
};

int main(int argc, char **argv) { return run<In, Out>(argc, argv); }
