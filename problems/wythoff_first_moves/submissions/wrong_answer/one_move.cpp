// Prints the first winning move only.
// 只输出第一种必胜的取法
#include <cstdio>
#include <utility>
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
        else if (partner[b] < a) printf("%d %d\n", partner[b], b);
        else printf("%d %d\n", min(a, partner[a]), max(a, partner[a]));
    }
}
