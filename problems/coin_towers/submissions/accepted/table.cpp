#include <cstdio>
#include <vector>

int main() {
    int k, l, m, tower;
    if (scanf("%d %d %d", &k, &l, &m) != 3) return 1;
    std::vector<char> wins(1000001);
    for (int n = 1; n <= 1000000; n++) {
        wins[n] = !wins[n - 1] || (n >= k && !wins[n - k]) || (n >= l && !wins[n - l]);
    }
    while (m-- && scanf("%d", &tower) == 1) putchar(wins[tower] ? 'A' : 'B');
    puts("");
}
