#include <cstdio>

int value[10001], seen[1024];

int main() {
    for (int heap = 1; heap <= 10000; heap++) {
        for (int part = 1; 2 * part < heap; part++) seen[value[part] ^ value[heap - part]] = heap;
        while (seen[value[heap]] == heap) value[heap]++;
    }
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int heaps, heap, sum = 0;
        scanf("%d", &heaps);
        while (heaps--) {
            scanf("%d", &heap);
            sum ^= value[heap];
        }
        puts(sum ? "Alice" : "Bob");
    }
}
