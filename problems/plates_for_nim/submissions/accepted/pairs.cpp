#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n;
        scanf("%d", &n);
        std::vector<int> bags(n);
        for (int &bag : bags) scanf("%d", &bag);
        std::sort(bags.begin(), bags.end());
        bool pairs = n % 2 == 0;
        for (int i = 0; i + 1 < n; i += 2) pairs &= bags[i] == bags[i + 1];
        puts(n % 2 || pairs ? "Second" : "First");
    }
}
