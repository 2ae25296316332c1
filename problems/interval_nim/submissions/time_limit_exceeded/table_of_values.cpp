// Makes a table of the values, each as a mex, up to the largest heap.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n, least, most, heap, sum = 0;
    scanf("%d %d %d", &n, &least, &most);
    std::vector<int> values;
    while (n--) {
        scanf("%d", &heap);
        while ((int)values.size() <= heap) {
            int size = values.size();
            std::vector<bool> seen(size + 1);
            for (int take = least; take <= std::min(most, size); take++) seen[values[size - take]] = true;
            values.push_back(std::find(seen.begin(), seen.end(), false) - seen.begin());
        }
        sum ^= values[heap];
    }
    puts(sum ? "First" : "Second");
}
