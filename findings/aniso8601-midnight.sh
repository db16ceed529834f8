#!/usr/bin/env bash
# aniso8601 reads the end of a day as its start: an evening until 24:00 ends before it begins.
#
# In ISO 8601, 24:00 is the end of a day and the same moment as 0:00 of the next one. The library accepts it, as the
# midnight, and gives 0:00 of the same day, a day early. An interval from 22:00 to 24:00 ends 22 hours before it
# starts, while the same one with a length of two hours ends on the next day. In an interval, an end
# without an offset has that of the start; the library applies it if the end is an hour only, as in 10:00+02:00/12:00,
# but not if it is a date and an hour, so that the two cannot be compared.
# Opening hours and last slots of a day, which often end at 24:00, vanish or are negative, without an error: replace
# 24:00 by 0:00 of the next day before reading, as python-dateutil does, or give lengths.
#
# Installs aniso8601 in a temporary folder and reads moments and intervals.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-10.0.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "aniso8601==$version" python-dateutil==2.9.0.post0
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

import aniso8601
from dateutil.parser import isoparse


def interval(text):
    return " to ".join(moment.isoformat(timespec="minutes") for moment in aniso8601.parse_interval(text))


end = "2026-07-10T24:00"
cases = [
    (f"{end} with python-dateutil", "2026-07-11T00:00", isoparse(end).isoformat(timespec="minutes"),
     "2026-07-11T00:00"),
    (end, "2026-07-11T00:00", aniso8601.parse_datetime(end).isoformat(timespec="minutes"), "2026-07-10T00:00"),
    ("2026-07-10T22:00/PT2H", "2026-07-10T22:00 to 2026-07-11T00:00", interval("2026-07-10T22:00/PT2H"),
     "2026-07-10T22:00 to 2026-07-11T00:00"),
    ("2026-07-10T22:00/24:00", "2026-07-10T22:00 to 2026-07-11T00:00", interval("2026-07-10T22:00/24:00"),
     "2026-07-10T22:00 to 2026-07-10T00:00"),
    ("2026-07-10T10:00+02:00/12:00", "2026-07-10T10:00+02:00 to 2026-07-10T12:00+02:00",
     interval("2026-07-10T10:00+02:00/12:00"), "2026-07-10T10:00+02:00 to 2026-07-10T12:00+02:00"),
    ("2026-07-10T10:00+02:00/2026-07-10T12:00", "2026-07-10T10:00+02:00 to 2026-07-10T12:00+02:00",
     interval("2026-07-10T10:00+02:00/2026-07-10T12:00"), "2026-07-10T10:00+02:00 to 2026-07-10T12:00")]
print(f"aniso8601 {sys.argv[1]}")
for name, expected, seen, known in cases:
    print(f"{name}: expected {expected}; seen {seen}")
sys.exit(0 if all(seen == known for _, _, seen, known in cases) else 1)
PYTHON
