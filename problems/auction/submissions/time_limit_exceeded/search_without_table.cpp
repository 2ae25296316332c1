// Searches by recursion without keeping results: exponential.
#include <cstdio>

bool wins(int rest, int most) {
    for (int bid = 1; bid <= most; bid++) {
        if (bid >= rest || !wins(rest - bid, most)) return true;
    }
    return false;
}

int main() {
    int price, most;
    while (scanf("%d %d", &price, &most) == 2) {
        bool any = false;
        for (int bid = 1; bid <= most; bid++) {
            if (bid >= price || !wins(price - bid, most)) {
                printf("%d ", bid);
                any = true;
            }
        }
        puts(any ? "" : "none");
    }
}
