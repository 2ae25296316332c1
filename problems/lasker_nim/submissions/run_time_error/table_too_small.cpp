// Has the values of heaps up to 1000 only: there may be 2^31 - 1 stones.
#include <array>
#include <cstdio>
#include <vector>

int main() {
    std::array<int, 1001> values = {};
    for (int size = 1; size <= 1000; size++) {
        std::vector<bool> seen(2048);
        for (int after = 0; after < size; after++) seen[values[after]] = true;
        for (int part = 1; part < size; part++) seen[values[part] ^ values[size - part]] = true;
        while (seen[values[size]]) values[size]++;
    }
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n, heap, sum = 0;
        scanf("%d", &n);
        while (n--) {
            scanf("%d", &heap);
            sum ^= values.at(heap);
        }
        puts(sum ? "Alice" : "Bob");
    }
}
