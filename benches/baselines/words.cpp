// The peer of the scalar kernel: a mapping of standard input, and a loop over it by words of eight bytes. It takes digits
// and single bytes between them for granted.
#include "out.hpp"
#include <sys/mman.h>
#include <sys/stat.h>

struct In {
    const unsigned char *at = nullptr, *end = nullptr;

    In() {
        struct stat file;
        if (fstat(0, &file) != 0 || file.st_size == 0) return;
        // One page more, so that a word can be loaded at the last byte.
        void *map = mmap(nullptr, file.st_size + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (map == MAP_FAILED) return;
        if (mmap(map, file.st_size, PROT_READ, MAP_PRIVATE | MAP_FIXED, 0, 0) == MAP_FAILED) return;
        at = static_cast<const unsigned char *>(map);
        end = at + file.st_size;
    }
    bool read(u64 &number) {
        static constexpr u64 POWERS[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
        while (at < end && *at <= ' ') at++;
        if (at >= end) return false;
        u64 value = 0;
        for (;;) {
            u64 word;
            std::memcpy(&word, at, 8);
            word ^= 0x3030303030303030;
            const u64 others = (word | (word + 0x7676767676767676)) & 0x8080808080808080;
            if (others == 0) {
                value = value * 100000000 + joined(word);
                at += 8;
                continue;
            }
            const int digits = __builtin_ctzll(others) >> 3;
            if (digits > 0) value = value * POWERS[digits] + joined(word << (64 - 8 * digits));
            at += digits;
            number = value;
            return true;
        }
    }
    static u64 joined(u64 digits) {
        digits = digits * 2561 >> 8 & 0x00ff00ff00ff00ff;
        digits = digits * 6553601 >> 16 & 0x0000ffff0000ffff;
        return digits * 42949672960001 >> 32;
    }
    bool read_word(std::vector<char> &word) {
        word.clear();
        while (at < end && *at <= ' ') at++;
        for (; at < end && *at > ' '; at++) word.push_back(*at);
        return !word.empty();
    }
};

int main(int argc, char **argv) { return run<In, Out>(argc, argv); }
