// Computes the Grundy values from 0 on, each as a mex, for each heap anew.
#include <cstdio>
#include <vector>

int value(int heap) {
    std::vector<int> values(heap + 1);
    for (int size = 0; size <= heap; size++) {
        std::vector<bool> seen(size + 1);
        for (int after = 0; after < size; after++) seen[values[after]] = true;
        int mex = 0;
        while (seen[mex]) mex++;
        values[size] = mex;
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
        puts(sum ? "Yes" : "No");
    }
}
