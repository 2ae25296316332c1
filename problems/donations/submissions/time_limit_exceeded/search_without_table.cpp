// Searches by recursion without keeping results: exponential.
#include <cstdio>

bool wins(int missing, int most) {
    for (int gift = 1; gift <= most; gift++) {
        if (gift >= missing || !wins(missing - gift, most)) return true;
    }
    return false;
}

int main() {
    int cases, sum, most;
    scanf("%d", &cases);
    while (cases--) {
        scanf("%d %d", &sum, &most);
        puts(wins(sum, most) ? "Grass" : "Rabbit");
    }
}
