// Rounds down where it divides: 325 to 333 are taken for 18.
// 做除法时向下取整
#include <cstdio>

int main() {
    unsigned n;
    while (scanf("%u", &n) == 1) {
        while (n > 18) n /= 18;
        puts(n <= 9 ? "Stan wins." : "Ollie wins.");
    }
}
