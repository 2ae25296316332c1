#include <cstdio>

int main() {
    int cases, n, heap;
    scanf("%d", &cases);
    while (cases--) {
        scanf("%d", &n);
        bool first = true, over = false;
        for (int i = 0; i < n; i++) {
            scanf("%d", &heap);
            // The last heap is won by whoever meets it.
            if (heap > 1 || i == n - 1) over = true;
            if (!over) first = !first;
        }
        puts(first ? "First" : "Second");
    }
}
