// Prints a small random input of a problem: SLUG SEED.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static uint64_t state;

static unsigned from_to(unsigned least, unsigned most) {
    state += 0x9e3779b97f4a7c15;
    uint64_t bits = state;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return least + (bits >> 32) % (most - least + 1);
}

int main(int, char **words) {
    const char *slug = words[1];
    state = strtoull(words[2], nullptr, 10);
    if (strcmp(slug, "bash") == 0) {
        printf("1\n%u %u\n", from_to(1, 20), from_to(1, 20));
        return 0;
    }
    bool has_count = strcmp(slug, "john") == 0 || strcmp(slug, "nim-check") == 0;
    unsigned heaps = from_to(1, 5);
    printf("%s%u\n", has_count ? "1\n" : "", heaps);
    for (unsigned heap = 0; heap < heaps; heap++) printf("%u ", from_to(1, 20));
    puts(strcmp(slug, "stones-all-moves") == 0 ? "\n0" : "");
}
