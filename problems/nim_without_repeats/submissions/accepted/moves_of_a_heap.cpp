#include <cstdio>

int main() {
    int n, heap, sum = 0;
    scanf("%d", &n);
    while (n--) {
        scanf("%d", &heap);
        // A heap is worth the most moves that it allows: takes of 1, 2, 3, ...
        int moves = 0;
        while (heap > moves) heap -= ++moves;
        sum ^= moves;
    }
    puts(sum ? "NO" : "YES");
}
