// The jobs, for any way to read numbers (`bool read(u64 &)`) and any way to print (`word`, `number`).
#pragma once
#include <cstdint>
#include <cstring>
#include <vector>

using u64 = std::uint64_t;

template <class In> u64 must(In &in) {
    u64 number = 0;
    in.read(number);
    return number;
}

// Luogu P1247: one position, the winning move in the first heap that has one.
template <class In, class Out> void matches(In &in, Out &out) {
    std::vector<u64> heaps(must(in));
    u64 sum = 0;
    for (u64 &heap : heaps) sum ^= heap = must(in);
    if (sum == 0) return out.word("lose\n");
    std::size_t first = 0;
    while ((heaps[first] ^ sum) >= heaps[first]) first++;
    out.number(heaps[first] - (heaps[first] ^ sum), ' ');
    out.number(first + 1, '\n');
    heaps[first] ^= sum;
    for (std::size_t i = 0; i < heaps.size(); i++) out.number(heaps[i], i + 1 < heaps.size() ? ' ' : '\n');
}

// HDU 2176: positions until 0, every winning move.
template <class In, class Out> void stones(In &in, Out &out) {
    std::vector<u64> heaps;
    for (u64 count; in.read(count) && count > 0;) {
        heaps.resize(count);
        u64 sum = 0;
        for (u64 &heap : heaps) sum ^= heap = must(in);
        if (sum == 0) {
            out.word("No\n");
            continue;
        }
        out.word("Yes\n");
        for (u64 heap : heaps) {
            if ((heap ^ sum) >= heap) continue;
            out.number(heap, ' ');
            out.number(heap ^ sum, '\n');
        }
    }
}

// Luogu P4279: who wins when the last stone loses.
template <class In, class Out> void john(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 sum = 0, all = 0;
        for (u64 count = must(in); count > 0; count--) {
            u64 heap = must(in);
            sum ^= heap;
            all |= heap;
        }
        out.word((sum != 0) == (all > 1) ? "John\n" : "Brother\n");
    }
}

// Luogu P2197: who wins when the last stone wins.
template <class In, class Out> void nim_check(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 sum = 0;
        for (u64 count = must(in); count > 0; count--) sum ^= must(in);
        out.word(sum != 0 ? "Yes\n" : "No\n");
    }
}

// POJ 2960: sets until 0, each with rows of heaps, one line of W and L a set.
template <class In, class Out> void s_nim(In &in, Out &out) {
    std::vector<u64> set, values;
    for (u64 count; in.read(count) && count > 0;) {
        set.resize(count);
        for (u64 &number : set) number = must(in);
        // Heaps of POJ 2960 have at most 10000 stones.
        values.assign(10001, 0);
        for (u64 heap = 1; heap < values.size(); heap++) {
            std::uint64_t seen[2] = {};
            for (u64 number : set)
                if (number <= heap) seen[values[heap - number] >> 6] |= 1ull << (values[heap - number] & 63);
            values[heap] = ~seen[0] ? __builtin_ctzll(~seen[0]) : 64 + __builtin_ctzll(~seen[1]);
        }
        for (u64 rows = must(in); rows > 0; rows--) {
            u64 sum = 0;
            for (u64 heaps = must(in); heaps > 0; heaps--) sum ^= values[must(in)];
            out.word(sum ? "W" : "L");
        }
        out.word("\n");
    }
}

// HDU 2147: pairs until 0 0.
template <class In, class Out> void corner_coin(In &in, Out &out) {
    for (u64 rows; in.read(rows);) {
        u64 columns = must(in);
        if (rows == 0 && columns == 0) return;
        out.word(rows % 2 == 0 || columns % 2 == 0 ? "Wonderful!\n" : "What a pity!\n");
    }
}

// HDU 1730: boards to the end, rows of two places.
template <class In, class Out> void northcott(In &in, Out &out) {
    for (u64 rows; in.read(rows);) {
        must(in);
        u64 sum = 0;
        for (; rows > 0; rows--) {
            u64 one = must(in), other = must(in);
            sum ^= (one > other ? one - other : other - one) - 1;
        }
        out.word(sum != 0 ? "I WIN!\n" : "BAD LUCK!\n");
    }
}

// Does the job named by the program's only argument.
template <class In, class Out> int run(int argc, char **argv) {
    static In in;
    static Out out;
    const char *job = argc == 2 ? argv[1] : "";
    if (!std::strcmp(job, "matches")) matches(in, out);
    else if (!std::strcmp(job, "stones")) stones(in, out);
    else if (!std::strcmp(job, "john")) john(in, out);
    else if (!std::strcmp(job, "nim-check")) nim_check(in, out);
    else if (!std::strcmp(job, "s-nim")) s_nim(in, out);
    else if (!std::strcmp(job, "corner-coin")) corner_coin(in, out);
    else if (!std::strcmp(job, "northcott")) northcott(in, out);
    else return 2;
    return 0;
}
