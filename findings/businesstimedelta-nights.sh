#!/usr/bin/env bash
# With businesstimedelta, a night that has begun has no hours, and no time can be subtracted from a night.
#
# businesstimedelta counts the time within working hours between two instants, and adds it to one. Its documentation has
# a shift from 23 to 7. Such a shift is counted if the asked time starts before it. If it starts with the shift or
# within it, the hours of that night are left out, and adding an hour goes on with the next night. Subtracting one
# raises OverflowError, or skips nights if there are hours by day.
# The bar of an event seems to be closed on a night on which it was open, and a night crew has no hours left:
# give the hours before and after midnight as two rules.
#
# Installs businesstimedelta in a temporary folder, and counts hours of a bar.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.0.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "businesstimedelta==$version" pytz==2026.6 holidays==0.109
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import datetime, time

import pytz
from businesstimedelta import BusinessTimeDelta, Rules, WorkDayRule


def at(day, hour):
    return datetime(2026, 6, day, hour, tzinfo=pytz.utc)


def bar(*shifts):
    return Rules([
        WorkDayRule(start_time=time(start), end_time=end, working_days=days) for start, end, days in shifts])


night = bar((22, time(2), [4, 5]))
parts = bar((22, time.max, [4, 5]), (0, time(2), [5, 6]))
mixed = bar((22, time(2), [4, 5]), (9, time(17), [0, 1, 2, 3, 4]))
print(f"businesstimedelta {sys.argv[1]}: a bar is open from 22 to 2 on Friday 5 and Saturday 6 June 2026")
seen = []
for start, end, expected in (
        (at(5, 20), at(6, 12), 4), (at(5, 22), at(6, 2), 4), (at(5, 23), at(6, 1), 2), (at(6, 0), at(6, 12), 2)):
    hours = [round(rules.difference(start, end).timedelta.total_seconds() / 3600, 3) for rules in (night, parts)]
    seen.append(tuple(round(hour, 3) for hour in hours))
    print(f"open from {start:%a %H} to {end:%a %H}: expected {expected} hours; seen {hours[0]:g}, "
          f"with two rules {hours[1]:g}")
later = at(6, 0) + BusinessTimeDelta(night, hours=1)
print(f"an open hour after Sat 0: expected Sat 1; seen {later:%a %H}")
earlier = []
for rules in (night, mixed):
    try:
        earlier.append(f"{at(6, 2) - BusinessTimeDelta(rules, hours=1):%a %H}")
    except OverflowError as error:
        earlier.append(type(error).__name__)
print(f"an open hour before Sat 2: expected Sat 1; seen {earlier[0]}")
print(f"the same with hours from 9 to 17 on Friday: expected Sat 1; seen {earlier[1]}")
sys.exit(0 if (seen, f"{later:%a %H}", earlier) == (
    [(4, 4), (0, 4), (0, 2), (0, 2)], "Sat 23", ["OverflowError", "Fri 16"]) else 1)
PYTHON
