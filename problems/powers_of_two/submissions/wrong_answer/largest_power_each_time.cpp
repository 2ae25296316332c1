// Lets both players take the largest power of two that there is.
// 让双方每次都取最大的 2 的幂
#include <cstdio>

int main() {
    int cards;
    while (scanf("%d", &cards) == 1) puts(__builtin_popcount(cards) % 2 ? "Kiki" : "Cici");
}
