#include <cstdio>

int main() {
    int n;
    while (scanf("%d", &n) == 1 && n) puts(n <= 2 ? "Alice" : "Bob");
}
