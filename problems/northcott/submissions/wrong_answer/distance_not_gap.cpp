// Takes the distance of the two pieces for the gap between them: it is one more.
// 把两枚棋子的距离当作间隔，多了一
#include <cstdio>
#include <cstdlib>

int main() {
    int rows, columns;
    while (scanf("%d %d", &rows, &columns) == 2) {
        int sum = 0, tom, jerry;
        while (rows--) {
            scanf("%d %d", &tom, &jerry);
            sum ^= abs(tom - jerry);
        }
        puts(sum ? "I WIN!" : "BAD LUCK!");
    }
}
