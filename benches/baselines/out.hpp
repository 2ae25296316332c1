// An output buffer of one's own.
#pragma once
#include "jobs.hpp"
#include <cstdio>

struct Out {
    static constexpr std::size_t SIZE = 1 << 16;
    char buffer[SIZE];
    char *at = buffer;

    void flush() {
        std::fwrite(buffer, 1, at - buffer, stdout);
        at = buffer;
    }
    void room() {
        if (buffer + SIZE - at < 32) flush();
    }
    void word(const char *word) {
        room();
        while (*word) *at++ = *word++;
    }
    void number(u64 number, char after) {
        room();
        char digits[20], *first = digits + 20;
        do *--first = '0' + number % 10;
        while (number /= 10);
        std::memcpy(at, first, digits + 20 - first);
        at += digits + 20 - first;
        *at++ = after;
    }
    ~Out() { flush(); }
};
