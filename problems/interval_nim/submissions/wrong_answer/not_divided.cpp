// Takes the remainder for the value of a heap: it is to be divided by L.
// 把余数当作堆的值，忘了除以 L
#include <cstdio>

int main() {
    int n, least, most, heap, sum = 0;
    scanf("%d %d %d", &n, &least, &most);
    while (n--) {
        scanf("%d", &heap);
        sum ^= heap % (least + most);
    }
    puts(sum ? "First" : "Second");
}
