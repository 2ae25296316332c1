#include <cstdio>

int main() {
    int m;
    while (scanf("%d", &m) == 1 && m) {
        int sum = 0;
        while (m--) {
            int cell;
            scanf("%d", &cell);
            sum ^= cell;
        }
        puts(sum ? "Rabbit Win!" : "Grass Win!");
    }
}
