// Prints no full stop.
// 不输出句号
#include <cstdio>

int main() {
    unsigned n;
    while (scanf("%u", &n) == 1) {
        while (n > 18) n = (n + 17ull) / 18;
        puts(n <= 9 ? "Stan wins" : "Ollie wins");
    }
}
