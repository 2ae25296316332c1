// Lets the last stone lose.
#include <cstdio>

int main() {
    int stones;
    if (scanf("%d", &stones) == 1) puts(stones % 2 ? "CY" : "SK");
}
