// Asks for the end of the input before reading: the line feed behind the last case makes one more.
// 读入之前才判断输入是否结束，多答了一组
#include <cstdio>

int main() {
    int cards;
    while (!feof(stdin)) {
        scanf("%d", &cards);
        puts(cards % 3 ? "Kiki" : "Cici");
    }
}
