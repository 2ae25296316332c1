// Takes three stones wherever there are as many, and stops at the heap that is left.
#include <cstdio>

int main() {
    int stones;
    if (scanf("%d", &stones) == 1) puts(stones % 3 == 1 || stones == 3 ? "SK" : "CY");
}
