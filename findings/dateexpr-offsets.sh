#!/usr/bin/env bash
# dateexpr drops the offset of a time that it reads, and keeps the offset of a zone when the clocks have changed.
#
# dateexpr moves dates by lengths of ISO 8601, such as "+P1D", from expressions that can be stored; its documentation
# has full support of time zones. 10:30 with +02:00, as schedules have it, is read as 10:30 UTC, and with a zone as
# 10:30 there, whatever the offset is. If an expression moves a time beyond a change of the clocks, the hours are right
# and the offset is the former one: a day after 10:00 in Berlin on 24 October is 10:00+02:00, which is 9:00 there. That
# instant is given to to_utc and to all other zones. Two hours after 1:30 are 3:30+02:00, which no clock in Berlin
# shows.
# Reminders come an hour early after a change of the clocks, and starts with an offset are hours off: read times with
# Python, convert them to the zone, and take only the local hours of a result.
#
# Installs dateexpr in a temporary folder, reads and moves times.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.0.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "dateexpr==$version" pytz==2026.6
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

import pytz
from dateexpr import DateExpr

berlin = pytz.timezone("Europe/Berlin")


def moved(text, *steps):
    time = DateExpr(text, tz=berlin)
    for step in steps:
        time = time.advanced(step)
    return time.iso8601(), f"{time.to_utc():%H:%M}"


cases = [
    ("10:30 with +02:00, without a zone", ("2026-06-10T08:30:00+0000", "08:30"),
     (DateExpr("2026-06-10T10:30:00+02:00").iso8601(), f"{DateExpr('2026-06-10T10:30:00+02:00').to_utc():%H:%M}"),
     ("2026-06-10T10:30:00+0000", "10:30")),
    ("10:30 with Z, in Berlin", ("2026-06-10T12:30:00+0200", "10:30"), moved("2026-06-10T10:30:00Z"),
     ("2026-06-10T10:30:00+0200", "08:30")),
    ("10:00 in Berlin", ("2026-10-24T10:00:00+0200", "08:00"), moved("2026-10-24T10:00:00"),
     ("2026-10-24T10:00:00+0200", "08:00")),
    ("a day later", ("2026-10-25T10:00:00+0100", "09:00"), moved("2026-10-24T10:00:00", "+P1D"),
     ("2026-10-25T10:00:00+0200", "08:00")),
    ("a month later", ("2026-11-24T10:00:00+0100", "09:00"), moved("2026-10-24T10:00:00", "+P1M"),
     ("2026-11-24T10:00:00+0200", "08:00")),
    ("two hours after 1:30 on 25 October", ("2026-10-25T02:30:00+0100", "01:30"),
     moved("2026-10-25T01:30:00", "+PT2H"), ("2026-10-25T03:30:00+0200", "01:30")),
    ("the first of the month of 30 October", ("2026-10-01T00:00:00+0200", "22:00"),
     moved("2026-10-30T10:00:00", "P0M"), ("2026-10-01T00:00:00+0100", "23:00")),
    ("a day after 10:00 on 28 March", ("2026-03-29T10:00:00+0200", "08:00"), moved("2026-03-28T10:00:00", "+P1D"),
     ("2026-03-29T10:00:00+0100", "09:00"))]
print(f"dateexpr {sys.argv[1]} with pytz 2026.6: the time, and its hour in UTC")
for name, expected, seen, known in cases:
    print(f"{name}: expected {' = '.join(expected)}; seen {' = '.join(seen)}")
sys.exit(0 if all(seen == known for _, _, seen, known in cases) else 1)
PYTHON
