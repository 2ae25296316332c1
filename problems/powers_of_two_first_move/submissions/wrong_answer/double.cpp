// Reads the number as a floating-point one, which has 53 bits of it.
// 用浮点数读入，只有 53 位精度
#include <cmath>
#include <cstdio>

int main() {
    double n;
    scanf("%lf", &n);
    int rest = std::fmod(n, 3);
    if (rest == 0)
        puts("2");
    else
        printf("1\n%d\n", rest);
}
