// Computes with the golden ratio in single precision.
#include <cmath>
#include <cstdio>
#include <utility>

int main() {
    float golden = (1 + std::sqrt(5.0f)) / 2;
    int cases, a, b;
    scanf("%d", &cases);
    while (cases--) {
        scanf("%d %d", &a, &b);
        if (a < b) std::swap(a, b);
        puts(a == b || (float)a / (float)b > golden ? "Stan wins" : "Ollie wins");
    }
}
