#include <cstdio>

int main() {
    int cards;
    // No power of two is a multiple of three.
    while (scanf("%d", &cards) == 1) puts(cards % 3 ? "Kiki" : "Cici");
}
