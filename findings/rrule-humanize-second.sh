#!/usr/bin/env bash
# rrule-humanize says "every month" for the second Tuesday of a month, and names the day on which it runs.
#
# rrule-humanize turns rules of RFC 5545 into English; according to its documentation, it supports all parts of a rule.
# A number before a weekday removes the weekday: 2TU, -1FR and 1MO,3MO are all "Every month", and the last Sunday in
# October is "Every year, in October". Days that are counted from the end, such as BYMONTHDAY=-1, are dropped as well.
# If a weekly rule has no weekday, the day of the start counts (3.3.10); the text takes that day from the clock of the
# computer: it says Monday on Mondays, and Tuesday on Tuesdays. The first example in the documentation with a start is
# therefore right on one day of the week.
# A page of meetups promises one each month without a day, or on a wrong one: name weekdays with numbers yourself, and
# write BYDAY into weekly rules.
#
# Installs rrule-humanize in a temporary folder and asks for the text of rules.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.1.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "rrule-humanize==$version" python-dateutil==2.9.0.post0
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import date, datetime

from rrule_humanize import humanize

print(f"rrule-humanize {sys.argv[1]} with python-dateutil 2.9.0.post0")
cases = [
    ("FREQ=MONTHLY;BYDAY=2TU", "the second Tuesday", "Every month"),
    ("FREQ=MONTHLY;BYDAY=-1FR", "the last Friday", "Every month"),
    ("FREQ=MONTHLY;BYDAY=1MO,3MO", "the first and third Monday", "Every month"),
    ("FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "the last Sunday in October", "Every year, in October"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "the last day", "Every month"),
    ("FREQ=MONTHLY;BYMONTHDAY=1,-1", "the first and the last day", "Every month, on the 1st"),
    ("FREQ=WEEKLY;BYDAY=TU", "Tuesday", "Every week, on Tuesday")]
unchanged = True
for rule, expected, known in cases:
    seen = humanize(rule)
    print(f"{rule}: expected {expected}; seen {seen}")
    unchanged = unchanged and seen == known

days = []
for day in range(8, 15):
    before = date.today()
    seen = humanize("FREQ=WEEKLY;COUNT=5", f"202606{day:02}T100000")
    named = seen.split(", on ")[1].split(",")[0]
    days.append(named in {f"{before:%A}", f"{date.today():%A}"})
    print(f"weekly from {datetime(2026, 6, day):%A, %d %B %Y}: expected that day of the week; seen {named}")
sys.exit(0 if unchanged and all(days) else 1)
PYTHON
