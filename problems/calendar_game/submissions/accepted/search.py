import sys
from datetime import date, timedelta

END = date(2001, 11, 4)
won, day = {}, END
while day >= date(1900, 1, 1):
    options = [day + timedelta(1)]
    try:
        options.append(date(day.year + day.month // 12, day.month % 12 + 1, day.day))
    except ValueError:
        pass
    won[day] = any(option <= END and not won[option] for option in options)
    day -= timedelta(1)
for line in sys.stdin.read().splitlines()[1:]:
    print("YES" if won[date(*map(int, line.split()))] else "NO")
