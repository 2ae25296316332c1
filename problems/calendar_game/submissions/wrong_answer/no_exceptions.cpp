// Forgets 30 September and 30 November.
// 忘了 9 月 30 日和 11 月 30 日
#include <cstdio>

int main() {
    int t, year, month, day;
    scanf("%d", &t);
    while (t--) {
        scanf("%d %d %d", &year, &month, &day);
        puts((month + day) % 2 == 0 ? "YES" : "NO");
    }
}
