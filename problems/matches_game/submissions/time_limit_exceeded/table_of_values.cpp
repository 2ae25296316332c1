// Makes a table of Grundy values, each as a mex of all smaller ones, up to the largest heap.
#include <cstdio>
#include <vector>

std::vector<int> values;

int value(int heap) {
    while ((int)values.size() <= heap) {
        std::vector<bool> seen(values.size() + 1);
        for (int smaller : values) seen[smaller] = true;
        int mex = 0;
        while (seen[mex]) mex++;
        values.push_back(mex);
    }
    return values[heap];
}

int main() {
    int heaps;
    while (scanf("%d", &heaps) == 1) {
        int sum = 0, heap;
        while (heaps--) {
            scanf("%d", &heap);
            sum ^= value(heap);
        }
        puts(sum ? "Yes" : "No");
    }
}
