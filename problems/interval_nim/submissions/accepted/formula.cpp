#include <cstdio>

int main() {
    int n, least, most, heap, sum = 0;
    scanf("%d %d %d", &n, &least, &most);
    while (n--) {
        scanf("%d", &heap);
        sum ^= heap % (least + most) / least;
    }
    puts(sum ? "First" : "Second");
}
