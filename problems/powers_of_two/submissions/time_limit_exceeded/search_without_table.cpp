// Searches by recursion without keeping results: exponential.
#include <cstdio>

bool wins(int cards) {
    for (int take = 1; take <= cards; take *= 2) {
        if (!wins(cards - take)) return true;
    }
    return false;
}

int main() {
    int cards;
    while (scanf("%d", &cards) == 1) puts(wins(cards) ? "Kiki" : "Cici");
}
