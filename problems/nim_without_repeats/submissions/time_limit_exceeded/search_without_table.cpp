// Searches each heap with the set of numbers taken, without keeping results.
#include <cstdio>

int value(int heap, long long taken) {
    long long seen = 0;
    for (int take = 1; take <= heap; take++) {
        if (!(taken >> take & 1)) seen |= 1LL << value(heap - take, taken | 1LL << take);
    }
    int mex = 0;
    while (seen >> mex & 1) mex++;
    return mex;
}

int main() {
    int n, heap, sum = 0;
    scanf("%d", &n);
    while (n--) {
        scanf("%d", &heap);
        sum ^= value(heap, 0);
    }
    puts(sum ? "NO" : "YES");
}
