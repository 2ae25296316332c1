#include <cmath>
#include <cstdio>
#include <utility>

int main() {
    const long double golden = (1 + std::sqrt(5.0L)) / 2;
    long long a, b;
    while (scanf("%lld %lld", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        puts((long long)((b - a) * golden) == a ? "0" : "1");
    }
}
