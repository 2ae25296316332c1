// Lets the last stone lose.
// 按“取最后一颗者输”来算
#include <cstdio>

int main() {
    int stones;
    if (scanf("%d", &stones) == 1) puts(stones % 2 ? "CY" : "SK");
}
