#include <cstdio>

int main() {
    long long stones;
    // One and three are odd.
    if (scanf("%lld", &stones) == 1) puts(stones % 2 ? "SK" : "CY");
}
