#!/usr/bin/env bash
# Lists of hours and days that arrow makes are wrong around a change of the clocks.
#
# Arrow.range adds an hour to the local time and not to the instant: when the clocks go back, the list of hours
# has a gap of two hours, and a grid of a schedule lacks a row. If a day has no 02:30 because the clocks go
# forward, arrow moves to 03:30 and stays there: all later days are an hour late, and the last is missing. For
# months, arrow remembers the day of the first, so that 31 January is followed by 28 February and 31 March.
#
# Installs arrow in a temporary folder and lists hours, days and months.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.4.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "arrow==$version" tzdata==2026.6
PYTHONTZPATH='' "$folder/environment/bin/python" - <<'PYTHON'
import sys

import arrow


def listed(frame, first, last, form):
    zone = "Europe/Berlin"
    times = arrow.Arrow.range(frame, arrow.get(*first, tzinfo=zone), arrow.get(*last, tzinfo=zone))
    return [moment.format(form) for moment in times]


hours = listed("hour", (2026, 10, 25, 1), (2026, 10, 25, 4), "HH:mmZ")
days = listed("day", (2026, 3, 28, 2, 30), (2026, 3, 31, 2, 30), "DD HH:mm")
months = listed("month", (2026, 1, 31), (2026, 3, 31), "DD MMM")
print(f"arrow {arrow.__version__}, Berlin")
print(f"hours on 25 October 2026: expected 01+02, 02+02, 02+01, 03+01 and 04+01; seen {', '.join(hours)}")
print(f"days at 02:30 in March 2026: expected 28 02:30, 29 03:30, 30 02:30, 31 02:30; seen {', '.join(days)}")
print(f"months: expected and seen {', '.join(months)}")
known = (["01:00+0200", "02:00+0200", "03:00+0100", "04:00+0100"], ["28 02:30", "29 03:30", "30 03:30"],
         ["31 Jan", "28 Feb", "31 Mar"])
sys.exit(0 if (hours, days, months) == known else 1)
PYTHON
