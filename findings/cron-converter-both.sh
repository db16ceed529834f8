#!/usr/bin/env bash
# cron-converter runs on the 13th or on Fridays only if both fall on one day, and misses an hour when the clocks change.
#
# cron-converter lists the times of a line of cron. If such a line has both days of the month and days of the week, one
# of the two is enough (POSIX, crontab): "0 10 13 * 5" is each Friday and each 13th. The library takes days to which
# both apply, so that three times of 61 in 2026 remain. In a zone, it goes through local hours: when the clocks go back,
# the second 2:00 has no place, and an hourly task pauses for two hours. When they go forward, 2:30 is listed with the
# offset of winter, an instant at which the clocks show 3:30.
# Reminders for a meetup "on Fridays and on the 13th" come three times a year, and an hourly announcement is missing in
# the night of a change: write two lines, and list hours in UTC.
#
# Installs cron-converter in a temporary folder and lists times.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-2.0.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "cron-converter==$version" python-dateutil==2.9.0.post0 tzdata==2026.6
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from cron_converter import Cron

berlin = ZoneInfo("Europe/Berlin")


def listed(line, first, last):
    schedule, times = Cron(line).schedule(first), []
    while (time := schedule.next()) < last:
        times.append(time)
    return times


def count(line):
    return len(listed(line, datetime(2026, 1, 1), datetime(2027, 1, 1)))


print(f"cron-converter {sys.argv[1]}")
days = [date(2026, 1, 1) + timedelta(days=number) for number in range(365)]
either = sum(day.day == 13 or day.isoweekday() == 5 for day in days)
counts = [count("0 10 13 * *"), count("0 10 * * 5"), count("0 10 13 * 5")]
print(f"times in 2026, on the 13th: {counts[0]}; on Fridays: {counts[1]}; both: expected {either}; seen {counts[2]}")

hours = listed("0 * * * *", datetime(2026, 10, 25, 0, 30, tzinfo=berlin), datetime(2026, 10, 25, 5, tzinfo=berlin))
seen = [f"{hour.astimezone(timezone.utc):%H}" for hour in hours]
print(f"hours in UTC, from 0:30 to 5:00 in Berlin on 25 October: expected 23, 00, 01, 02, 03; seen {', '.join(seen)}")

spring = listed("30 2 * * *", datetime(2026, 3, 28, 12, tzinfo=berlin), datetime(2026, 3, 30, tzinfo=berlin))
shown = [f"{time:%H:%M%z}" for time in spring]
print(f"2:30 on 29 March, which does not exist: expected 03:00+0200, or none; seen {', '.join(shown)}")
sys.exit(0 if counts == [12, 52, 3] and seen == ["23", "00", "02", "03"] and shown == ["02:30+0100"] else 1)
PYTHON
