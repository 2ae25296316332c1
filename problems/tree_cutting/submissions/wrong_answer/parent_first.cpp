// Takes the first end of each edge for the one that is nearer to vertex 1.
// 以为每条边的第一个端点离顶点 1 更近
#include <cstdio>
#include <vector>

std::vector<std::vector<int>> children;

int value(int vertex) {
    int sum = 0;
    for (int child : children[vertex]) sum ^= value(child) + 1;
    return sum;
}

int main() {
    int n;
    scanf("%d", &n);
    children.resize(n + 1);
    for (int i = 1; i < n; i++) {
        int a, b;
        scanf("%d %d", &a, &b);
        children[a].push_back(b);
    }
    puts(value(1) ? "Alice" : "Bob");
}
