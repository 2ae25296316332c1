// Plays so that the last move loses: with all pieces on cells 0 and 1 the parity is the other.
#include <cstdio>

int main() {
    int m;
    while (scanf("%d", &m) == 1 && m) {
        int sum = 0, most = 0;
        while (m--) {
            int cell;
            scanf("%d", &cell);
            sum ^= cell;
            if (cell > most) most = cell;
        }
        puts((sum != 0) == (most > 1) ? "Rabbit Win!" : "Grass Win!");
    }
}
