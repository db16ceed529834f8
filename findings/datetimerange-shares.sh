#!/usr/bin/env bash
# With DateTimeRange, a range is shortened by less than was asked, and monthly dates stay early after a short month.
#
# truncate(percentage) takes half of the share off each end. The half is cut to a whole number: 1 percent changes
# nothing, 5 percent are 4, and 15 are 14. range with a step of a month adds it to the date before: from 31 January,
# all dates after February are on the 28th. intersection with a minimum overlap of a month finds none in two months
# that overlap as a whole, since it compares the months first, and the overlap is counted in days; with 30 days it does.
# Breaks between talks are shorter than planned, a deadline for the end of each month is days early, and venues that
# are free for two months are not offered for one: give even percentages, count months from the first date, and give
# the least overlap in days.
#
# Installs DateTimeRange in a temporary folder, and changes ranges.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-2.3.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "DateTimeRange==$version" python-dateutil==2.9.0.post0
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import timedelta

from datetimerange import DateTimeRange
from dateutil.relativedelta import relativedelta

print(f"DateTimeRange {sys.argv[1]} with python-dateutil 2.9.0.post0")
seconds = []
for percentage in (1, 5, 10, 15):
    talk = DateTimeRange("2026-06-10T09:00:00", "2026-06-10T10:40:00")
    talk.truncate(percentage)
    seconds.append(6000 - talk.timedelta.total_seconds())
    print(f"100 minutes, truncate({percentage}): expected {60 * percentage} seconds less; seen {seconds[-1]:.0f}")

months = DateTimeRange("2026-01-31T12:00:00", "2026-05-31T12:00:00").range(relativedelta(months=1))
days = [f"{date:%d.%m.}" for date in months]
expected = [f"{day}.{month:02}." for month, day in enumerate((31, 28, 31, 30, 31), 1)]
print(f"each month from 31 January: expected {expected}; seen {days}")

free = DateTimeRange("2026-06-01T00:00:00", "2026-08-01T00:00:00")
found = [free.is_intersection(free, least) for least in (timedelta(days=30), relativedelta(months=1))]
print(f"two equal ranges of two months overlap by 30 days: {found[0]}; by a month: expected True; seen {found[1]}")
sys.exit(0 if (seconds, days, found) == (
    [0, 240, 600, 840], ["31.01.", "28.02.", "28.03.", "28.04.", "28.05."], [True, False]) else 1)
PYTHON
