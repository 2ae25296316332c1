// Answers the zero at the end.
// 对结尾的 0 也给出答案
#include <cstdio>

int main() {
    int n;
    while (scanf("%d", &n) == 1) puts(n <= 2 ? "Alice" : "Bob");
}
