// Grundy's game by the plain loop: for each heap, mark the values of all splits in two unequal heaps, take the least
// value that is not marked. Prints the checksum of G(0) to G(n).
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    const int n = std::atoi(argv[1]);
    std::vector<uint16_t> value(n + 1, 0);
    std::vector<int> seen(1 << 16, -1);
    for (int heap = 0; heap <= n; ++heap) {
        for (int part = 1; 2 * part < heap; ++part) seen[value[part] ^ value[heap - part]] = heap;
        int least = 0;
        while (seen[least] == heap) ++least;
        value[heap] = static_cast<uint16_t>(least);
    }
    uint16_t sum = 0, sums = 0;
    for (int heap = 0; heap <= n; ++heap) {
        sum = static_cast<uint16_t>(sum + value[heap]);
        sums = static_cast<uint16_t>(sums + sum);
    }
    std::printf("%04X%04X\n", sums, sum);
}
