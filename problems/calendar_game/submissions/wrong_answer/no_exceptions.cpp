// Forgets 30 September and 30 November.
#include <cstdio>

int main() {
    int t, year, month, day;
    scanf("%d", &t);
    while (t--) {
        scanf("%d %d %d", &year, &month, &day);
        puts((month + day) % 2 == 0 ? "YES" : "NO");
    }
}
