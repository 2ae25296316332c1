#include <cstdio>

int main() {
    int t, year, month, day;
    scanf("%d", &t);
    while (t--) {
        scanf("%d %d %d", &year, &month, &day);
        bool adam = (month + day) % 2 == 0 || (day == 30 && (month == 9 || month == 11));
        puts(adam ? "YES" : "NO");
    }
}
