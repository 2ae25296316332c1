// Takes m + 1 for the only lost sum: its multiples are lost, too.
// 只把 m + 1 当作必败
#include <cstdio>

int main() {
    int cases, sum, most;
    scanf("%d", &cases);
    while (cases--) {
        scanf("%d %d", &sum, &most);
        puts(sum == most + 1 ? "Rabbit" : "Grass");
    }
}
