// Takes the number of edges of each branch at vertex 1 for its value.
// 把顶点 1 各分支的边数当作它的值
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
    std::vector<int> order = {1}, parent(n + 1), edges(n + 1, 1);
    for (int i = 0; i < n; i++) {
        for (int child : next[order[i]]) {
            if (child != parent[order[i]]) {
                parent[child] = order[i];
                order.push_back(child);
            }
        }
    }
    int sum = 0;
    for (int i = n - 1; i > 0; i--) {
        edges[parent[order[i]]] += edges[order[i]];
        if (parent[order[i]] == 1) sum ^= edges[order[i]];
    }
    puts(sum ? "Alice" : "Bob");
}
