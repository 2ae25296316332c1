// A limit: maps standard input and looks at every cache line.
#include <cstdint>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>

int main() {
    struct stat file;
    if (fstat(0, &file) != 0 || file.st_size == 0) return 1;
    const std::size_t size = file.st_size;
    void *map = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, 0, 0);
    if (map == MAP_FAILED) return 1;
    madvise(map, size, MADV_SEQUENTIAL);
    const unsigned char *bytes = static_cast<const unsigned char *>(map);
    volatile std::uint64_t seen;
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < size; at += 64) sum += bytes[at];
    seen = sum;
    (void)seen;
    return 0;
}
