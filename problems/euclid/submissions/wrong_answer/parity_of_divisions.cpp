// Takes whole quotients only, and so the parity of the divisions.
#include <cstdio>
#include <utility>

int main() {
    int cases, a, b;
    scanf("%d", &cases);
    while (cases--) {
        scanf("%d %d", &a, &b);
        if (a < b) std::swap(a, b);
        bool stan = false;
        while (b) {
            a %= b;
            std::swap(a, b);
            stan = !stan;
        }
        puts(stan ? "Stan wins" : "Ollie wins");
    }
}
