// Lets both players subtract the smaller number once each time.
// 让双方每次都只减一次较小的数
#include <cstdio>

int main() {
    long long a, b;
    while (scanf("%lld %lld", &a, &b) == 2 && a) {
        long long subtractions = 0;
        while (a && b) {
            if (a >= b) {
                subtractions += a / b;
                a %= b;
            } else {
                subtractions += b / a;
                b %= a;
            }
        }
        puts(subtractions % 2 ? "Stan wins" : "Ollie wins");
    }
}
