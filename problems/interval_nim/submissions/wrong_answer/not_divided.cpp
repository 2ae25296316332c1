// Takes the remainder for the value of a heap: it is to be divided by L.
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
