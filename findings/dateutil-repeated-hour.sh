#!/usr/bin/env bash
# In the hour that occurs twice, a time in Berlin is never equal to the same instant in UTC.
#
# Python compares times of two zones by their instants. In the hours that a change of the clocks repeats or skips,
# times of two zones are always unequal (PEP 495). Code that finds an occurrence by its
# start, in a set or with "==", misses it once a year. The rruleset of dateutil excludes occurrences in this
# way: an EXDATE in UTC removes 02:30 on every day except that one.
#
# Installs dateutil in a temporary folder and excludes two occurrences of a series by their instants.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet python-dateutil==2.9.0.post0 tzdata==2026.6
PYTHONTZPATH='' "$folder/environment/bin/python" - <<'PYTHON'
import sys
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

from dateutil.rrule import DAILY, rrule, rruleset

berlin = ZoneInfo("Europe/Berlin")
series = rruleset()
series.rrule(rrule(DAILY, count=4, dtstart=datetime(2026, 10, 23, 2, 30, tzinfo=berlin)))
equal = []
for day in (24, 25):
    instant = datetime(2026, 10, day, 0, 30, tzinfo=timezone.utc)
    local = datetime(2026, 10, day, 2, 30, tzinfo=berlin)
    assert local.timestamp() == instant.timestamp()
    equal.append(local == instant)
    series.exdate(instant)
    print(f"{local.isoformat()} == {instant.isoformat()}: {equal[-1]}, their timestamps are equal")
left = [moment.isoformat() for moment in series]
print(f"python-dateutil 2.9.0.post0, Python {sys.version.split()[0]}, 02:30 from 23 to 26 October 2026, two excluded")
print(f"expected: 23 and 26 October are left; seen: {', '.join(left)}")
sys.exit(0 if equal == [True, False] and [int(text[8:10]) for text in left] == [23, 25, 26] else 1)
PYTHON
