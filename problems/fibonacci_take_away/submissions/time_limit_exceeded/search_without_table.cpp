// Computes the values by recursion without keeping them: exponential.
#include <cstdio>

int value(int heap) {
    unsigned seen = 0;
    for (int number = 1, next = 2; number <= heap;) {
        seen |= 1u << value(heap - number);
        int sum = number + next;
        number = next;
        next = sum;
    }
    int mex = 0;
    while (seen >> mex & 1) mex++;
    return mex;
}

int main() {
    int m, n, p;
    while (scanf("%d %d %d", &m, &n, &p) == 3 && m) {
        puts(value(m) ^ value(n) ^ value(p) ? "Fibo" : "Nacci");
    }
}
