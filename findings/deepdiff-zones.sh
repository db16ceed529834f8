#!/usr/bin/env bash
# DeepDiff takes a time without a zone for UTC, and its deltas replace the zone of a changed time by UTC.
#
# DeepDiff compares times after it converted them to UTC. It finds no difference between 9:00 of no zone, which is
# nine o'clock wherever the talk is, and 9:00 UTC. A Delta contains the converted values: applied to the old schedule,
# it makes another one than the new schedule. A day later, when the clocks changed in between, the hour is another one.
#
# Installs deepdiff in a temporary folder, compares schedules, and applies the differences.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-9.1.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "deepdiff==$version" tzdata==2025.2
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from deepdiff import DeepDiff, Delta

berlin = ZoneInfo("Europe/Berlin")
floating = {"start": datetime(2026, 10, 24, 9)}
in_utc = {"start": datetime(2026, 10, 24, 9, tzinfo=timezone.utc)}
difference = DeepDiff(floating, in_utc)
print(f"DeepDiff {sys.argv[1]}: 9:00 without a zone, then 9:00 UTC")
print(f"expected: a difference; Python says they are equal: {floating == in_utc}; seen: {dict(difference)}")

old = {"start": datetime(2026, 10, 24, 9, tzinfo=berlin)}
new = {"start": datetime(2026, 10, 24, 10, tzinfo=berlin)}
patched = old + Delta(DeepDiff(old, new))
tomorrow, expected = (
    (each["start"] + timedelta(days=1)).astimezone(berlin).strftime("%H:%M") for each in (patched, new))
print("9:00 becomes 10:00 in Berlin; a Delta is applied to the old schedule")
print(f"expected: {new['start']} {new['start'].tzinfo}; seen: {patched['start']} {patched['start'].tzinfo}")
print(f"the same on the next day, in Berlin: expected {expected}, seen {tomorrow}")
sys.exit(0 if (dict(difference), floating == in_utc, patched["start"].tzinfo, expected, tomorrow)
         == ({}, False, timezone.utc, "10:00", "09:00") else 1)
PYTHON
