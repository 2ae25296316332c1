// Makes a table of the values, each as a mex of all takes and splits, up to the largest heap.
#include <cstdio>
#include <vector>

std::vector<int> values;

int value(int heap) {
    while ((int)values.size() <= heap) {
        int size = values.size(), mex = 0;
        std::vector<bool> seen(4 * size + 4);
        for (int smaller : values) seen[smaller] = true;
        for (int part = 1; part < size; part++) seen[values[part] ^ values[size - part]] = true;
        while (seen[mex]) mex++;
        values.push_back(mex);
    }
    return values[heap];
}

int main() {
    int cases;
    scanf("%d", &cases);
    while (cases--) {
        int n, heap, sum = 0;
        scanf("%d", &n);
        while (n--) {
            scanf("%d", &heap);
            sum ^= value(heap);
        }
        puts(sum ? "Alice" : "Bob");
    }
}
