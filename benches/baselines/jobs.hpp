// The jobs, for any way to read numbers (`bool read(u64 &)`) and words (`bool read_word(std::vector<char> &)`), and any way to
// print (`word`, `number`).
#pragma once
#include <algorithm>
#include <cmath>
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
        values.assign(1, 0);
        auto value = [&](u64 heap) {
            for (u64 n = values.size(); n <= heap; n++) {
                std::uint64_t seen[2] = {};
                for (u64 number : set)
                    if (number <= n) seen[values[n - number] >> 6] |= 1ull << (values[n - number] & 63);
                values.push_back(~seen[0] ? __builtin_ctzll(~seen[0]) : 64 + __builtin_ctzll(~seen[1]));
            }
            return values[heap];
        };
        for (u64 rows = must(in); rows > 0; rows--) {
            u64 sum = 0;
            for (u64 heaps = must(in); heaps > 0; heaps--) sum ^= value(must(in));
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

// POJ 2234: positions to the end.
template <class In, class Out> void matches_game(In &in, Out &out) {
    for (u64 count; in.read(count);) {
        u64 sum = 0;
        for (; count > 0; count--) sum ^= must(in);
        out.word(sum != 0 ? "Yes\n" : "No\n");
    }
}

// HDU 1850: positions until 0, the number of winning moves.
template <class In, class Out> void nim_first_moves(In &in, Out &out) {
    std::vector<u64> heaps;
    for (u64 count; in.read(count) && count > 0;) {
        heaps.resize(count);
        u64 sum = 0, moves = 0;
        for (u64 &heap : heaps) sum ^= heap = must(in);
        for (u64 heap : heaps) moves += (heap ^ sum) < heap;
        out.number(moves, '\n');
    }
}

// HDU 3032: positions of Lasker's Nim.
template <class In, class Out> void lasker_nim(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 sum = 0, over = 0;
        for (u64 count = must(in); count > 0; count--) {
            u64 heap = must(in);
            over ^= heap == ~u64(0);
            sum ^= heap % 4 == 3 ? heap + 1 : heap % 4 == 0 && heap > 0 ? heap - 1 : heap;
        }
        out.word((sum | over) != 0 ? "Alice\n" : "Bob\n");
    }
}

// Luogu P3179: cells of one board, whose values repeat over blocks of equal N / x.
template <class In, class Out> void array_game(In &in, Out &out) {
    u64 cells = must(in);
    std::vector<u64> ends;
    for (u64 x = cells; x > 0; x = cells / (cells / x + 1)) ends.push_back(cells / x);
    u64 root = 1;
    while ((root + 1) * (root + 1) <= cells) root++;
    // By the quotient cells / x: small ones at its place, large ones at that of x.
    std::vector<u64> small(root + 2), large(root + 2), seen(4 * root + 8, 0);
    auto value = [&](u64 quotient) -> u64 & { return quotient <= root ? small[quotient] : large[cells / quotient]; };
    u64 mark = 0;
    for (u64 quotient : ends) {
        u64 sum = 0;
        mark++;
        seen[0] = mark;
        for (u64 multiple = 2; multiple <= quotient;) {
            u64 of = quotient / multiple, last = quotient / of;
            u64 grundy = value(of);
            seen[sum ^ grundy] = mark;
            if ((last - multiple + 1) % 2 == 1) sum ^= grundy;
            multiple = last + 1;
        }
        u64 mex = 0;
        while (seen[mex] == mark) mex++;
        value(quotient) = mex;
    }
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 sum = 0;
        for (u64 count = must(in); count > 0; count--) sum ^= value(cells / must(in));
        out.word(sum != 0 ? "Yes\n" : "No\n");
    }
}

// CF 768E: no number twice from one heap.
template <class In, class Out> void nim_without_repeats(In &in, Out &out) {
    u64 sum = 0;
    for (u64 count = must(in); count > 0; count--) sum ^= u64((std::sqrt(8.0 * must(in) + 1) - 1) / 2);
    out.word(sum == 0 ? "YES\n" : "NO\n");
}

// ABC 297 G: from L to R stones from a heap.
template <class In, class Out> void interval_nim(In &in, Out &out) {
    u64 count = must(in), least = must(in), most = must(in), sum = 0;
    for (; count > 0; count--) sum ^= must(in) % (least + most) / least;
    out.word(sum != 0 ? "First\n" : "Second\n");
}

// CSES 1730 and HDU 1849: positions, the last stone wins; in the second, until 0.
template <class In, class Out> void nim(In &in, Out &out, bool is_counted, const char *won, const char *lost) {
    u64 cases = is_counted ? must(in) : ~u64(0);
    for (u64 count; cases > 0 && in.read(count) && (is_counted || count > 0); cases--) {
        u64 sum = 0;
        for (; count > 0; count--) sum ^= must(in);
        out.word(sum != 0 ? won : lost);
    }
}

// CSES 1098: one to three stones from a heap.
template <class In, class Out> void nim_up_to_three(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 sum = 0;
        for (u64 count = must(in); count > 0; count--) sum ^= must(in);
        out.word(sum % 4 != 0 ? "first\n" : "second\n");
    }
}

// CSES 1099: balls of every second stair.
template <class In, class Out> void stair_game(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 sum = 0, count = must(in);
        for (u64 stair = 1; stair <= count; stair++) {
            u64 balls = must(in);
            if (stair % 2 == 0) sum ^= balls;
        }
        out.word(sum != 0 ? "first\n" : "second\n");
    }
}

// CSES 2208: one coin from some heaps.
template <class In, class Out> void another_game(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 all = 0;
        for (u64 count = must(in); count > 0; count--) all |= must(in);
        out.word(all % 2 != 0 ? "first\n" : "second\n");
    }
}

// CSES 2207: Grundy's game.
template <class In, class Out> void grundys_game(In &in, Out &out) {
    const u64 most = 1300;
    std::vector<u64> value(most);
    for (u64 n = 1; n < most; n++) {
        std::vector<char> seen(1024);
        for (u64 part = 1; 2 * part < n; part++) seen[value[part] ^ value[n - part]] = 1;
        while (seen[value[n]]) value[n]++;
    }
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 n = must(in);
        out.word(n >= most || value[n] != 0 ? "first\n" : "second\n");
    }
}

// HDU 2509: positions to the end, the last stone loses.
template <class In, class Out> void be_the_winner(In &in, Out &out) {
    for (u64 count; in.read(count);) {
        u64 sum = 0, all = 0;
        for (; count > 0; count--) {
            u64 heap = must(in);
            sum ^= heap;
            all |= heap;
        }
        out.word((sum != 0) == (all > 1) ? "Yes\n" : "No\n");
    }
}

// HDU 1079: dates.
template <class In, class Out> void calendar_game(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        must(in);
        u64 month = must(in), day = must(in);
        out.word((month + day) % 2 == 0 || (day == 30 && (month == 9 || month == 11)) ? "YES\n" : "NO\n");
    }
}

// POJ 2311: sheets to the end, whose values are those of the pieces of all cuts.
template <class In, class Out> void cutting_game(In &in, Out &out) {
    constexpr u64 SIDE = 201;
    static std::uint8_t values[SIDE][SIDE];
    for (u64 a = 2; a < SIDE; a++)
        for (u64 b = 2; b <= a; b++) {
            u64 seen[4] = {}, value = 0;
            auto see = [&](u64 of) { seen[of >> 6] |= 1ull << (of & 63); };
            for (u64 part = 2; part <= a / 2; part++) see(values[part][b] ^ values[a - part][b]);
            for (u64 part = 2; part <= b / 2; part++) see(values[a][part] ^ values[a][b - part]);
            while (seen[value >> 6] >> (value & 63) & 1) value++;
            values[a][b] = values[b][a] = value;
        }
    for (u64 width; in.read(width);) {
        u64 height = must(in);
        out.word(width == 1 || height == 1 || values[width][height] != 0 ? "WIN\n" : "LOSE\n");
    }
}

// HDU 3537: coins that show heads, each named once or more often.
template <class In, class Out> void mock_turtles(In &in, Out &out) {
    std::vector<u64> places;
    for (u64 count; in.read(count);) {
        places.resize(count);
        for (u64 &place : places) place = must(in);
        std::sort(places.begin(), places.end());
        u64 sum = 0, heads = 0;
        for (std::size_t i = 0; i < count; i++)
            if (i == 0 || places[i] != places[i - 1]) sum ^= places[i], heads++;
        out.word(sum == 0 && heads % 2 == 0 ? "Yes\n" : "No\n");
    }
}

// HDU 2177: pairs until 0 0, all winning first moves of Wythoff's game; exact for numbers of 32 bits.
template <class In, class Out> void wythoff_first_moves(In &in, Out &out) {
    auto lower = [](u64 apart) { return apart + u64((unsigned __int128)apart * 0x9e3779b97f4a7c15ull >> 64); };
    // The heap that is lost beside this one.
    auto partner = [&](u64 heap) {
        u64 apart = u64((unsigned __int128)heap * 0x9e3779b97f4a7c15ull >> 64);
        for (u64 at = apart > 1 ? apart - 1 : 0; at <= apart + 1; at++)
            if (lower(at) == heap) return heap + at;
        for (u64 at = heap - apart > 2 ? heap - apart - 2 : 0;; at++)
            if (lower(at) + at == heap) return lower(at);
    };
    auto leave = [&](u64 one, u64 other) {
        out.number(std::min(one, other), ' ');
        out.number(std::max(one, other), '\n');
    };
    for (u64 a; in.read(a);) {
        u64 b = must(in), small = std::min(a, b), apart = std::max(a, b) - small, cold = lower(apart);
        if (a == 0 && b == 0) return;
        if (cold == small) {
            out.word("0\n");
            continue;
        }
        out.word("1\n");
        if (cold < small) leave(cold, cold + apart);
        if (partner(b) < a) leave(b, partner(b));
        if (a != b && partner(a) < b) leave(a, partner(a));
    }
}

// CSES 1729: a letter for each number of sticks.
template <class In, class Out> void stick_game(In &in, Out &out) {
    std::vector<char> letters(must(in) + 2, 'L');
    std::vector<u64> set(must(in));
    for (u64 &number : set) number = must(in);
    std::sort(set.begin(), set.end());
    u64 sticks = letters.size() - 2;
    for (u64 heap = 0; heap <= sticks; heap++)
        if (letters[heap] == 'L')
            for (u64 number : set) {
                if (number > sticks - heap) break;
                letters[heap + number] = 'W';
            }
    for (u64 heap = 1; heap <= sticks; heap++) {
        const char letter[2] = {letters[heap], 0};
        out.word(letter);
    }
    out.word("\n");
}

// EDPC K: a set of numbers, one heap.
template <class In, class Out> void subtraction_game(In &in, Out &out) {
    std::vector<u64> set(must(in));
    std::vector<char> won(must(in) + 1);
    for (u64 &number : set) number = must(in);
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
    for (u64 heap = 1; heap < won.size(); heap++)
        for (u64 number : set)
            if (number <= heap && !won[heap - number]) won[heap] = 1;
    out.word(won.back() ? "First\n" : "Second\n");
}

// HDU 1846 and 2188: n stones, 1 to m a move.
template <class In, class Out> void bash(In &in, Out &out, const char *won, const char *lost) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 stones = must(in), most = must(in);
        // m + 1 may be 2^64.
        out.word((most == ~u64(0) ? stones : stones % (most + 1)) != 0 ? won : lost);
    }
}

// HDU 1847: a power of two.
template <class In, class Out> void powers_of_two(In &in, Out &out) {
    for (u64 cards; in.read(cards);) out.word(cards % 3 != 0 ? "Kiki\n" : "Cici\n");
}

// HDU 2149: all winning first bids.
template <class In, class Out> void auction(In &in, Out &out) {
    for (u64 price; in.read(price);) {
        u64 most = must(in);
        if (price <= most) {
            for (u64 bid = price; bid < most; bid++) out.number(bid, ' ');
            out.number(most, '\n');
        } else if (price % (most + 1) != 0) {
            out.number(price % (most + 1), '\n');
        } else {
            out.word("none\n");
        }
    }
}

// HDU 2897: p to q coins, the last loses.
template <class In, class Out> void last_coin_loses(In &in, Out &out) {
    for (u64 coins; in.read(coins);) {
        u64 least = must(in), most = must(in), sum = least + most;
        // A sum beyond 2^64 is beyond the coins, too.
        u64 rest = sum >= least ? coins % sum : coins;
        out.word(1 <= rest && rest <= least ? "LOST\n" : "WIN\n");
    }
}

// HDU 1848: three heaps, a Fibonacci number a move.
template <class In, class Out> void fibonacci_take_away(In &in, Out &out) {
    std::vector<u64> values(1001);
    for (u64 heap = 1; heap < values.size(); heap++) {
        u64 seen = 0;
        for (u64 one = 1, next = 2; one <= heap; next += one, one = next - one) seen |= 1ull << values[heap - one];
        values[heap] = __builtin_ctzll(~seen);
    }
    for (u64 m; in.read(m);) {
        u64 n = must(in), p = must(in);
        if (m == 0 && n == 0 && p == 0) return;
        out.word((values[m] ^ values[n] ^ values[p]) != 0 ? "Fibo\n" : "Nacci\n");
    }
}

// POJ 1704: pieces that move left.
template <class In, class Out> void georgia_and_bob(In &in, Out &out) {
    std::vector<u64> places;
    for (u64 cases = must(in); cases > 0; cases--) {
        places.resize(must(in));
        for (u64 &place : places) place = must(in);
        if (places.size() % 2 == 1) places.push_back(0);
        std::sort(places.begin(), places.end());
        u64 sum = 0;
        for (std::size_t i = 0; i < places.size(); i += 2) sum ^= places[i + 1] - places[i] - 1;
        out.word(sum != 0 ? "Georgia will win\n" : "Bob will win\n");
    }
}

// Luogu P2575: pieces on rows of 20 cells.
template <class In, class Out> void hopping_pieces(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 sum = 0;
        for (u64 rows = must(in); rows > 0; rows--) {
            u64 row = 0;
            for (u64 pieces = must(in); pieces > 0; pieces--) row |= 1u << (20 - must(in));
            // From the right: the pieces between empty cells are the stones of a step.
            u64 step = 0, stones = 0;
            for (int cell = 0; cell < 20; cell++) {
                if (row >> cell & 1) {
                    stones++;
                } else {
                    if (step % 2 == 1) sum ^= stones;
                    step++, stones = 0;
                }
            }
            if (step % 2 == 1) sum ^= stones;
        }
        out.word(sum != 0 ? "YES\n" : "NO\n");
    }
}

// AGC 017 D: a tree, the value of a vertex from its children.
template <class In, class Out> void tree_cutting(In &in, Out &out) {
    u64 vertices = must(in);
    std::vector<std::uint32_t> first(vertices + 2), ends(2 * (vertices - 1)), one(vertices - 1), other(vertices - 1);
    for (u64 i = 0; i + 1 < vertices; i++) {
        one[i] = must(in), other[i] = must(in);
        first[one[i]]++, first[other[i]]++;
    }
    for (u64 vertex = 1; vertex <= vertices + 1; vertex++) first[vertex] += first[vertex - 1];
    for (u64 i = 0; i + 1 < vertices; i++) ends[--first[one[i]]] = other[i], ends[--first[other[i]]] = one[i];
    std::vector<std::uint32_t> order{1}, below(vertices + 1), values(vertices + 1);
    order.reserve(vertices);
    for (u64 i = 0; i < order.size(); i++)
        for (std::uint32_t at = first[order[i]]; at < first[order[i] + 1]; at++)
            if (ends[at] != below[order[i]]) below[ends[at]] = order[i], order.push_back(ends[at]);
    for (u64 i = order.size(); i-- > 1;) values[below[order[i]]] ^= values[order[i]] + 1;
    out.word(values[1] != 0 ? "Alice\n" : "Bob\n");
}

// Luogu P1290 and POJ 2348: pairs, Euclid's game.
template <class Out> void euclid(u64 a, u64 b, Out &out) {
    u64 large = a > b ? a : b, small = a > b ? b : a;
    bool first = true, won = false;
    while (small > 0) {
        if (large / small > 1) {
            won = first;
            break;
        }
        u64 rest = large - small;
        large = small, small = rest;
        first = !first;
        won = !first && small == 0;
    }
    out.word(won ? "Stan wins\n" : "Ollie wins\n");
}
template <class In, class Out> void euclid_counted(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 a = must(in), b = must(in);
        euclid(a, b, out);
    }
}
template <class In, class Out> void euclid_game(In &in, Out &out) {
    for (u64 a; in.read(a);) {
        u64 b = must(in);
        if (a == 0 && b == 0) return;
        euclid(a, b, out);
    }
}

// HDU 1527: pairs to the end, Wythoff's game; exact up to 2^64 with a fraction of the golden ratio of 64 bits.
template <class In, class Out> void wythoff(In &in, Out &out) {
    for (u64 a; in.read(a);) {
        u64 b = must(in), small = a < b ? a : b, apart = a < b ? b - a : a - b;
        u64 cold = apart + u64((unsigned __int128)apart * 0x9e3779b97f4a7c15ull >> 64);
        out.word(cold == small ? "0\n" : "1\n");
    }
}

// HDU 2516: n until 0; lost on Fibonacci numbers.
template <class In, class Out> void fibonacci_nim(In &in, Out &out) {
    std::vector<u64> numbers{1, 2};
    while (numbers.back() + numbers[numbers.size() - 2] > numbers.back())
        numbers.push_back(numbers.back() + numbers[numbers.size() - 2]);
    for (u64 n; in.read(n) && n > 0;)
        out.word(std::binary_search(numbers.begin(), numbers.end(), n) ? "Second win\n" : "First win\n");
}

// Luogu P6487: the smallest of the Fibonacci numbers that add up to n.
template <class In, class Out> void fibonacci_nim_first_take(In &in, Out &out) {
    u64 rest = must(in), last = 0;
    std::vector<u64> numbers{1, 2};
    while (numbers.back() <= rest && numbers.back() + numbers[numbers.size() - 2] > numbers.back())
        numbers.push_back(numbers.back() + numbers[numbers.size() - 2]);
    for (std::size_t i = numbers.size(); i-- > 0;)
        if (numbers[i] <= rest) rest -= last = numbers[i];
    out.number(last, '\n');
}

// Luogu P2148: pairs of piles.
template <class In, class Out> void delete_nim(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 sum = 0;
        for (u64 piles = must(in); piles > 0; piles -= 2) {
            u64 a = must(in), b = must(in), both = ~((a - 1) | (b - 1));
            sum ^= both == 0 ? 64 : __builtin_ctzll(both);
        }
        out.word(sum != 0 ? "YES\n" : "NO\n");
    }
}

// Luogu P4101: n piles of one stone, up to m stones a pile.
template <class In, class Out> void merging_piles(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 n = must(in), m = must(in), least = n == 0 ? 0 : (n - 1) / m + 1;
        out.word((n - least) % 2 == 1 ? "0\n" : "1\n");
    }
}

// UVa 10561: rows of crosses, the winning places.
template <class In> struct Treblecross {
    std::vector<std::uint16_t> values{0, 0, 0};
    std::vector<char> row;
    std::vector<u64> places;

    u64 value(u64 run) {
        for (u64 n = values.size(); n <= run + 2; n++) {
            u64 seen[4] = {};
            for (u64 left = 0; left + 3 <= n; left++) {
                u64 of = values[left] ^ values[n - 3 - left];
                seen[of >> 6] |= 1ull << (of & 63);
            }
            u64 word = 0;
            while (seen[word] == ~0ull) word++;
            values.push_back(64 * word + __builtin_ctzll(~seen[word]));
        }
        return values[run + 2];
    }
    // Reads a row and finds the places.
    void next(In &in) {
        in.read_word(row);
        places.clear();
        long len = row.size();
        auto at = [&](long cell) { return cell >= 0 && cell < len && row[cell] == 'X'; };
        for (long cell = 0; cell < len; cell++) {
            if (at(cell)) {
                if (at(cell + 1) && at(cell + 2)) return places.clear();
                continue;
            }
            bool b = at(cell - 1), c = at(cell + 1);
            if ((b && (at(cell - 2) || c)) || (c && at(cell + 2))) places.push_back(cell + 1);
        }
        if (!places.empty() || len < 3) return;
        u64 sum = 0;
        for (int pass = 0; pass < 2; pass++) {
            long start = 0;
            for (long cell = 0; cell <= len; cell++) {
                if (cell < len && row[cell] != 'X') continue;
                long end = cell < len ? cell - 2 : len;
                if (end > start) {
                    if (pass == 0) sum ^= value(end - start);
                    else
                        for (long to = start; to < end; to++) {
                            long left = to - start > 2 ? to - start - 2 : 0, right = end - to - 1 > 2 ? end - to - 3 : 0;
                            if ((sum ^ values[end - start + 2]) == (values[left + 2] ^ values[right + 2]))
                                places.push_back(to + 1);
                        }
                }
                start = cell + 3;
            }
        }
    }
};
template <class In, class Out> void treblecross(In &in, Out &out) {
    Treblecross<In> rows;
    for (u64 cases = must(in); cases > 0; cases--) {
        rows.next(in);
        out.word(rows.places.empty() ? "LOSING\n" : "WINNING\n");
        for (std::size_t i = 0; i < rows.places.size(); i++)
            out.number(rows.places[i], i + 1 < rows.places.size() ? ' ' : '\n');
        if (rows.places.empty()) out.word("\n");
    }
}
template <class In, class Out> void treblecross_cases(In &in, Out &out) {
    Treblecross<In> rows;
    u64 cases = must(in);
    for (u64 number = 1; number <= cases; number++) {
        rows.next(in);
        out.word("Case ");
        out.number(number, ':');
        out.word(" ");
        for (std::size_t i = 0; i < rows.places.size(); i++)
            out.number(rows.places[i], i + 1 < rows.places.size() ? ' ' : '\n');
        if (rows.places.empty()) out.word("0\n");
    }
}

// Baekjoon 9655: one stone or three.
template <class In, class Out> void stone_game(In &in, Out &out) { out.word(must(in) % 2 ? "SK\n" : "CY\n"); }
// SPOJ MCOINS: towers.
template <class In, class Out> void coin_towers(In &in, Out &out) {
    u64 k = must(in), l = must(in);
    std::vector<char> wins(1, 0);
    for (u64 count = must(in); count > 0; count--) {
        u64 tower = must(in);
        for (u64 n = wins.size(); n <= tower; n++)
            wins.push_back(!wins[n - 1] || (n >= k && !wins[n - k]) || (n >= l && !wins[n - l]));
        out.word(wins[tower] ? "A" : "B");
    }
    out.word("\n");
}
// SPOJ NGM: a digit is subtracted.
template <class In, class Out> void subtract_a_digit(In &in, Out &out) {
    u64 digit = must(in) % 10;
    out.word(digit ? "1\n" : "2\n");
    if (digit) out.number(digit, '\n');
}
// UVa 847: a product reaches n.
template <class In, class Out> void multiplication_game(In &in, Out &out) {
    for (u64 n; in.read(n);) {
        while (n > 18) n = n / 18 + (n % 18 != 0);
        out.word(n <= 9 ? "Stan wins.\n" : "Ollie wins.\n");
    }
}
// UVa 12293: two boxes.
template <class In, class Out> void box_game(In &in, Out &out) {
    for (u64 n; in.read(n) && n > 0;) out.word(n & (n + 1) ? "Alice\n" : "Bob\n");
}
// Codeforces 1382B: Nim from the first heap.
template <class In, class Out> void sequential_nim(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        bool first = false, is_over = false;
        for (u64 count = must(in); count > 0; count--) {
            u64 heap = must(in);
            if (!is_over && heap == 1) first = !first;
            if (!is_over && heap > 1) is_over = true, first = !first;
        }
        out.word(first ? "First\n" : "Second\n");
    }
}
// Codeforces 1537D: divisors are subtracted.
template <class In, class Out> void deleting_divisors(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 odd = must(in), twos = 0;
        for (; odd > 0 && odd % 2 == 0; odd /= 2) twos++;
        out.word(twos > 0 && (odd > 1 || twos % 2 == 0) ? "Alice\n" : "Bob\n");
    }
}
// AtCoder ABC 206 F: the values of all gaps between intervals.
template <class In, class Out> void disjoint_intervals(In &in, Out &out) {
    std::vector<std::pair<u64, u64>> intervals;
    std::vector<u64> ends, values;
    std::vector<char> seen;
    for (u64 cases = must(in); cases > 0; cases--) {
        intervals.clear(), ends.clear();
        for (u64 count = must(in); count > 0; count--) {
            u64 left = must(in), right = must(in);
            intervals.push_back({left, right});
            ends.push_back(left), ends.push_back(right);
        }
        std::sort(ends.begin(), ends.end());
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
        u64 size = ends.size();
        for (auto &[left, right] : intervals) {
            left = std::lower_bound(ends.begin(), ends.end(), left) - ends.begin();
            right = std::lower_bound(ends.begin(), ends.end(), right) - ends.begin();
        }
        std::sort(intervals.begin(), intervals.end());
        values.assign(size * size + 1, 0);
        for (u64 start = size, first = intervals.size(); start-- > 0;) {
            while (first > 0 && intervals[first - 1].first >= start) first--;
            for (u64 end = start + 1; end < size; end++) {
                seen.assign(2 * intervals.size() + 1, 0);
                for (u64 at = first; at < intervals.size(); at++) {
                    auto [left, right] = intervals[at];
                    if (right <= end) seen[values[start * size + left] ^ values[right * size + end]] = 1;
                }
                u64 value = 0;
                while (seen[value]) value++;
                values[start * size + end] = value;
            }
        }
        out.word(size > 0 && values[size - 1] ? "Alice\n" : "Bob\n");
    }
}
// Timus 1180: a power of two is taken from a heap of many digits.
template <class In, class Out> void powers_of_two_first_move(In &in, Out &out) {
    std::vector<char> digits;
    in.read_word(digits);
    u64 rest = 0;
    for (char digit : digits) rest = (rest + digit - '0') % 3;
    out.word(rest ? "1\n" : "2\n");
    if (rest) out.number(rest, '\n');
}
// POJ 2068: a table of outcomes by stones and player.
template <class In, class Out> void nim_in_teams(In &in, Out &out) {
    std::vector<u64> limits;
    std::vector<char> lost;
    u64 players;
    while (in.read(players) && players > 0) {
        u64 stones = must(in);
        limits.clear();
        for (u64 at = 0; at < 2 * players; at++) limits.push_back(must(in));
        u64 row = limits.size();
        lost.assign((stones + 1) * row, 0);
        for (u64 left = 1; left <= stones; left++) {
            for (u64 at = 0; at < row; at++) {
                u64 next = at + 1 < row ? at + 1 : 0, most = std::min(left, limits[at]);
                bool is_won = false;
                for (u64 taken = 1; taken <= most && !is_won; taken++) is_won = lost[(left - taken) * row + next];
                lost[left * row + at] = !is_won;
            }
        }
        out.word(lost[stones * row] ? "0\n" : "1\n");
    }
}
// LightOJ 1186: the squares between two pawns are a heap.
template <class In, class Out> void incredible_chess(In &in, Out &out) {
    std::vector<u64> white;
    u64 cases = must(in);
    for (u64 number = 1; number <= cases; number++) {
        u64 sum = 0;
        white.resize(must(in));
        for (u64 &row : white) row = must(in);
        for (u64 row : white) sum ^= must(in) - row - 1;
        out.word("Case ");
        out.number(number, ':');
        out.word(sum ? " white wins\n" : " black wins\n");
    }
}
// LightOJ 1296: at most half of a heap is taken.
template <class In, class Out> void at_most_half(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 sum = 0;
        for (u64 count = must(in); count > 0; count--) {
            u64 heap = must(in);
            while (heap % 2) heap /= 2;
            sum ^= heap / 2;
        }
        out.word(sum ? "Alice\n" : "Bob\n");
    }
}
// LightOJ 1199: Grundy's game on heaps.
template <class In, class Out> void partitioning_game(In &in, Out &out) {
    std::vector<unsigned> value(10001), seen(1024);
    for (unsigned heap = 1; heap <= 10000; heap++) {
        for (unsigned part = 1; 2 * part < heap; part++) seen[value[part] ^ value[heap - part]] = heap;
        while (seen[value[heap]] == heap) value[heap]++;
    }
    for (u64 cases = must(in); cases > 0; cases--) {
        unsigned sum = 0;
        for (u64 count = must(in); count > 0; count--) sum ^= value[must(in)];
        out.word(sum ? "Alice\n" : "Bob\n");
    }
}
// SPOJ RESN04: heap i loses i stones.
template <class In, class Out> void numbered_heaps(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 moves = 0, heaps = must(in);
        for (u64 i = 1; i <= heaps; i++) moves += must(in) / i;
        out.word(moves % 2 ? "ALICE\n" : "BOB\n");
    }
}
// POJ 2484: a circle of coins.
template <class In, class Out> void circle_of_coins(In &in, Out &out) {
    for (u64 n; in.read(n) && n > 0;) out.word(n <= 2 ? "Alice\n" : "Bob\n");
}
// HackerRank tower-breakers-1: towers of one height.
template <class In, class Out> void tower_breakers(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 towers = must(in), height = must(in);
        out.word(towers % 2 == 1 && height > 1 ? "1\n" : "2\n");
    }
}
// UVa 10404: one heap and a set with 1.
template <class In, class Out> void bachets_game(In &in, Out &out) {
    for (u64 stones; in.read(stones);) {
        std::vector<u64> takes(must(in));
        for (u64 &take : takes) take = must(in);
        std::vector<char> wins(stones + 1, 0);
        for (u64 n = 1; n <= stones; n++)
            for (u64 take : takes)
                if (take <= n && !wins[n - take]) wins[n] = 1;
        out.word(wins[stones] ? "Stan wins\n" : "Ollie wins\n");
    }
}
// HackerRank game-of-stones-1: two, three or five stones.
template <class In, class Out> void game_of_stones(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) out.word(must(in) % 7 > 1 ? "First\n" : "Second\n");
}
// HackerRank nimble-game-1: coins on squares.
template <class In, class Out> void nimble_game(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 sum = 0, squares = must(in);
        for (u64 square = 0; square < squares; square++)
            if (must(in) % 2) sum ^= square;
        out.word(sum ? "First\n" : "Second\n");
    }
}
// Writes the answer to a case of LightOJ.
template <class Out> void numbered(Out &out, u64 number, const char *answer) {
    out.word("Case ");
    out.number(number, ':');
    out.word(answer);
}
// LightOJ 1192: gaps between pieces.
template <class In, class Out> void left_right(In &in, Out &out) {
    u64 cases = must(in);
    for (u64 number = 1; number <= cases; number++) {
        u64 sum = 0;
        for (u64 pairs = must(in); pairs > 0; pairs--) {
            u64 left = must(in);
            sum ^= must(in) - left - 1;
        }
        numbered(out, number, sum ? " Alice\n" : " Bob\n");
    }
}
// LightOJ 1247: sums of rows.
template <class In, class Out> void matrix_game(In &in, Out &out) {
    u64 cases = must(in);
    for (u64 number = 1; number <= cases; number++) {
        u64 sum = 0, rows = must(in), columns = must(in);
        for (; rows > 0; rows--) {
            u64 row = 0;
            for (u64 column = 0; column < columns; column++) row += must(in);
            sum ^= row;
        }
        numbered(out, number, sum ? " Alice\n" : " Bob\n");
    }
}
// LightOJ 1393: cells an odd number of steps away from the last.
template <class In, class Out> void crazy_calendar(In &in, Out &out) {
    u64 cases = must(in);
    for (u64 number = 1; number <= cases; number++) {
        u64 sum = 0, rows = must(in), columns = must(in);
        for (u64 row = 0; row < rows; row++)
            for (u64 column = 0; column < columns; column++) {
                u64 coins = must(in);
                if ((rows + columns + row + column) % 2) sum ^= coins;
            }
        numbered(out, number, sum ? " win\n" : " lose\n");
    }
}
// UVa 11311: the sides of a piece.
template <class In, class Out> void exclusively_edible(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        u64 rows = must(in), columns = must(in), row = must(in), column = must(in);
        out.word(row ^ (rows - row - 1) ^ column ^ (columns - column - 1) ? "Gretel\n" : "Hansel\n");
    }
}
// ARC 105 D: bags, then Nim.
template <class In, class Out> void plates_for_nim(In &in, Out &out) {
    for (u64 cases = must(in); cases > 0; cases--) {
        std::vector<u64> bags(must(in));
        for (u64 &bag : bags) bag = must(in);
        std::sort(bags.begin(), bags.end());
        bool is_second = true;
        for (size_t i = 0; bags.size() % 2 == 0 && i < bags.size(); i += 2) is_second &= bags[i] == bags[i + 1];
        out.word(is_second ? "Second\n" : "First\n");
    }
}

// Does the job named by the program's only argument, which is the name of the problem.
template <class In, class Out> int run(int argc, char **argv) {
    static In in;
    static Out out;
    using Job = void (*)(In &, Out &);
    const struct {
        const char *name;
        Job job;
    } jobs[] = {
        {"matches", matches},
        {"stones-all-moves", stones},
        {"john", john},
        {"nim-check", nim_check},
        {"matches-game", matches_game},
        {"nim-first-moves", nim_first_moves},
        {"lasker-nim", lasker_nim},
        {"array-game", array_game},
        {"nim-without-repeats", nim_without_repeats},
        {"interval-nim", interval_nim},
        {"subtraction-game", subtraction_game},
        {"bash", [](In &in, Out &out) { bash(in, out, "first\n", "second\n"); }},
        {"donations", [](In &in, Out &out) { bash(in, out, "Grass\n", "Rabbit\n"); }},
        {"powers-of-two", powers_of_two},
        {"auction", auction},
        {"last-coin-loses", last_coin_loses},
        {"fibonacci-take-away", fibonacci_take_away},
        {"georgia-and-bob", georgia_and_bob},
        {"hopping-pieces", hopping_pieces},
        {"tree-cutting", tree_cutting},
        {"euclid", euclid_counted},
        {"euclid-game", euclid_game},
        {"wythoff", wythoff},
        {"wythoff-one-case", wythoff},
        {"fibonacci-nim", fibonacci_nim},
        {"fibonacci-nim-first-take", fibonacci_nim_first_take},
        {"delete-nim", delete_nim},
        {"merging-piles", merging_piles},
        {"treblecross", treblecross},
        {"treblecross-cases", treblecross_cases},
        {"s-nim", s_nim},
        {"corner-coin", corner_coin},
        {"northcott", northcott},
        {"nim-game", [](In &in, Out &out) { nim(in, out, true, "first\n", "second\n"); }},
        {"rabbit-and-grass", [](In &in, Out &out) { nim(in, out, false, "Rabbit Win!\n", "Grass Win!\n"); }},
        {"nim-up-to-three", nim_up_to_three},
        {"stair-game", stair_game},
        {"another-game", another_game},
        {"grundys-game", grundys_game},
        {"be-the-winner", be_the_winner},
        {"calendar-game", calendar_game},
        {"cutting-game", cutting_game},
        {"mock-turtles", mock_turtles},
        {"wythoff-first-moves", wythoff_first_moves},
        {"stick-game", stick_game},
        {"coin-towers", coin_towers},
        {"stone-game", stone_game},
        {"subtract-a-digit", subtract_a_digit},
        {"multiplication-game", multiplication_game},
        {"deleting-divisors", deleting_divisors},
        {"disjoint-intervals", disjoint_intervals},
        {"powers-of-two-first-move", powers_of_two_first_move},
        {"nim-in-teams", nim_in_teams},
        {"at-most-half", at_most_half},
        {"partitioning-game", partitioning_game},
        {"numbered-heaps", numbered_heaps},
        {"circle-of-coins", circle_of_coins},
        {"tower-breakers", tower_breakers},
        {"uva10404", bachets_game},
        {"hackerrank-game-of-stones-1", game_of_stones},
        {"hackerrank-nimble-game-1", nimble_game},
        {"lightoj1186", incredible_chess},
        {"lightoj1192", left_right},
        {"lightoj1247", matrix_game},
        {"lightoj1393", crazy_calendar},
        {"uva11311", exclusively_edible},
        {"plates-for-nim", plates_for_nim},
        {"box-game", box_game},
        {"sequential-nim", sequential_nim},
    };
    for (const auto &[name, job] : jobs)
        if (argc == 2 && !std::strcmp(argv[1], name)) return job(in, out), 0;
    return 2;
}
