// Computes the golden ratio in single precision.
// 用单精度浮点计算黄金分割比
#include <cmath>
#include <cstdio>
#include <utility>

int main() {
    const float golden = (1 + std::sqrt(5.0f)) / 2;
    int a, b;
    while (scanf("%d %d", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        float product = (b - a) * golden;
        puts((int)product == a ? "0" : "1");
    }
}
