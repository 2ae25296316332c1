#include <cstdio>
#include <vector>

int main() {
    int n;
    scanf("%d", &n);
    std::vector<std::vector<int>> next(n + 1);
    for (int i = 1; i < n; i++) {
        int a, b;
        scanf("%d %d", &a, &b);
        next[a].push_back(b);
        next[b].push_back(a);
    }
    std::vector<int> order = {1}, parent(n + 1), value(n + 1);
    for (int i = 0; i < n; i++) {
        for (int child : next[order[i]]) {
            if (child != parent[order[i]]) {
                parent[child] = order[i];
                order.push_back(child);
            }
        }
    }
    // A branch is worth one more than what hangs on its edge.
    for (int i = n - 1; i > 0; i--) value[parent[order[i]]] ^= value[order[i]] + 1;
    puts(value[1] ? "Alice" : "Bob");
}
