// Computes the Grundy values from 0 on, each as a mex, for each heap anew.
#include <cstdio>
#include <set>
#include <vector>

int value(int heap) {
    std::vector<int> values;
    while ((int)values.size() <= heap) {
        std::set<int> seen(values.begin(), values.end());
        int mex = 0;
        while (seen.count(mex)) mex++;
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
        puts(sum ? "Yes" : "No");
    }
}
