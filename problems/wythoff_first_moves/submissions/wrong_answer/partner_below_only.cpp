// Misses the moves after which the larger heap is still the larger.
// 从不把较大的堆取到仍然较大
#include <cstdio>
#include <vector>
using namespace std;

int main() {
    vector<int> partner(2000001, -1), smaller(1000001, -1);
    for (int a = 0, k = 0; k <= 1000000; k++) {
        while (a <= 1000000 && partner[a] >= 0) a++;
        if (a > 1000000) break;
        partner[a] = a + k;
        if (a + k <= 2000000) partner[a + k] = a;
        smaller[k] = a;
    }
    int a, b;
    while (scanf("%d %d", &a, &b) == 2 && (a || b)) {
        if (partner[a] == b) {
            puts("0");
            continue;
        }
        puts("1");
        int both = smaller[b - a];
        if (both >= 0 && both < a) printf("%d %d\n", both, both + b - a);
        if (partner[b] < a) printf("%d %d\n", partner[b], b);
        if (a != b && partner[a] < a) printf("%d %d\n", partner[a], a);
    }
}
