// Lets both players take the largest power of two that there is.
#include <cstdio>

int main() {
    int cards;
    while (scanf("%d", &cards) == 1) puts(__builtin_popcount(cards) % 2 ? "Kiki" : "Cici");
}
