#!/usr/bin/env bash
# With timefhuman, "Mon and Wed at 10am" has a Monday at midnight, and nights after a date end before they begin.
#
# timefhuman finds dates, ranges and lists in English text. Its documentation promises that what is missing is taken
# from the neighbors: "7/17, 7/18, 7/19 at 9" are three days at 9. With "and" instead of a comma or "or", nothing is:
# "June 10 and June 12 at 10am" is midnight on the 10th, and in "June 10 9:30, 10:30 and 11:30", the last hour is
# tomorrow. In "June 10 and 12 at 10am", the 12th is lost, and with a comma it is the year 2012. "10pm to 2am" ends on
# the next day, but after a date, it ends 20 hours before it starts. "10-12 June 2026" is the first of that month from
# 10:00 to 12:00, and 2026-06-10T10:00:00Z is midnight.
# A bot books a room for midnight, or for another day, and each part of a phrase passes a test by itself: show people
# what was understood, give days with commas, and read ISO 8601 with Python.
#
# Installs timefhuman in a temporary folder and reads phrases at noon on Monday, 1 June 2026.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.1.5}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "timefhuman==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import datetime

from timefhuman import timefhuman, tfhConfig


def short(value):
    if isinstance(value, tuple):
        return " to ".join(map(short, value))
    if isinstance(value, list):
        return ", ".join(map(short, value))
    return value.strftime("%d.%m.%y %H:%M")


print(f"timefhuman {sys.argv[1]}")
config = tfhConfig(now=datetime(2026, 6, 1, 12))
unchanged = True
for phrase, expected, known in [
        ("7/17, 7/18 at 9", "17.07.26 09:00, 18.07.26 09:00", "17.07.26 09:00, 18.07.26 09:00"),
        ("Mon or Wed at 10am", "01.06.26 10:00, 03.06.26 10:00", "01.06.26 10:00, 03.06.26 10:00"),
        ("Mon and Wed at 10am", "01.06.26 10:00, 03.06.26 10:00", "01.06.26 00:00, 03.06.26 10:00"),
        ("June 10 and June 12 at 10am", "10.06.26 10:00, 12.06.26 10:00", "10.06.26 00:00, 12.06.26 10:00"),
        ("June 10 and 12 at 10am", "10.06.26 10:00, 12.06.26 10:00", "10.06.26 00:00, 02.06.26 10:00"),
        ("June 10, 12 at 10am", "10.06.26 10:00, 12.06.26 10:00", "10.06.12 10:00"),
        ("June 10 9:30, 10:30 and 11:30", "10.06.26 09:30, 10.06.26 10:30, 10.06.26 11:30",
         "10.06.26 09:30, 10.06.26 10:30, 02.06.26 11:30"),
        ("10pm to 2am", "01.06.26 22:00 to 02.06.26 02:00", "01.06.26 22:00 to 02.06.26 02:00"),
        ("June 10 10pm to 2am", "10.06.26 22:00 to 11.06.26 02:00", "10.06.26 22:00 to 10.06.26 02:00"),
        ("June 10-12 2026", "10.06.26 00:00 to 12.06.26 00:00", "10.06.26 00:00 to 12.06.26 00:00"),
        ("10-12 June 2026", "10.06.26 00:00 to 12.06.26 00:00", "01.06.26 10:00 to 01.06.26 12:00"),
        ("2026-06-10T10:00:00Z", "10.06.26 10:00", "10.06.26 00:00")]:
    seen = short(timefhuman(phrase, config))
    print(f"{phrase}: expected {expected}; seen {seen}")
    unchanged = unchanged and seen == known
sys.exit(0 if unchanged else 1)
PYTHON
