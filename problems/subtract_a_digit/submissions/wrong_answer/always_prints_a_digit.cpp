// Prints the last digit where the second player wins, too.
// 后手胜时也输出最后一位数字
#include <cstdio>

int main() {
    long long n;
    if (scanf("%lld", &n) != 1) return 1;
    printf("%d\n%lld\n", n % 10 ? 1 : 2, n % 10);
}
