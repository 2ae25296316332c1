// Counts the days that are left, as if the only move went to the next day.
// 只数剩下的天数，好像每次只能走到下一天
#include <cstdio>

int number(int year, int month, int day) {
    if (month < 3) year--, month += 12;
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 8) / 5 + day;
}

int main() {
    int t, year, month, day;
    scanf("%d", &t);
    while (t--) {
        scanf("%d %d %d", &year, &month, &day);
        puts((number(2001, 11, 4) - number(year, month, day)) % 2 ? "YES" : "NO");
    }
}
