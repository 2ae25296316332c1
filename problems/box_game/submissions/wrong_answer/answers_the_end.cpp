// Answers the zero at the end.
// 对结尾的 0 也给出答案
#include <cstdio>

int main() {
    long long n;
    while (scanf("%lld", &n) == 1) puts(n & (n + 1) ? "Alice" : "Bob");
}
