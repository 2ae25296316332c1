#include <cstdio>
#include <cstdlib>

int main() {
    int rows, columns;
    while (scanf("%d %d", &rows, &columns) == 2) {
        int sum = 0, tom, jerry;
        while (rows--) {
            scanf("%d %d", &tom, &jerry);
            sum ^= abs(tom - jerry) - 1;
        }
        puts(sum ? "I WIN!" : "BAD LUCK!");
    }
}
