#!/usr/bin/env bash
# isodate writes the first days of many years as days of a week that is a year later.
#
# isodate reads and writes dates of ISO 8601, also as week and weekday. Around new year, the year of the week is not
# that of the day: 1 January 2027 is 2026-W53-5, and 30 December 2024 is 2025-W01-1. isodate writes the number of the
# week with the year of the day, 2027-W53-5 and 2024-W01-1. No other library can tell, and isodate itself reads 7
# January 2028 and 1 January 2024. All four formats with a week do so; reading is right.
# Talks between Christmas and new year, a usual time for congresses, are a year off after they were stored by week, and
# weekly plans mix two years, while tests on other days pass: write the week with isocalendar of Python.
#
# Installs isodate in a temporary folder; writes and reads days around new year.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.7.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "isodate==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import date, datetime, timedelta

import isodate

print(f"isodate {sys.argv[1]}")
unchanged = True
for day, known, later in [
        (date(2026, 6, 10), "2026-W24-3", date(2026, 6, 10)), (date(2026, 12, 31), "2026-W53-4", date(2026, 12, 31)),
        (date(2027, 1, 1), "2027-W53-5", date(2028, 1, 7)), (date(2024, 12, 30), "2024-W01-1", date(2024, 1, 1)),
        (date(2021, 1, 3), "2021-W53-7", date(2022, 1, 9))]:
    year, week, weekday = day.isocalendar()
    text = isodate.date_isoformat(day, isodate.DATE_EXT_WEEK_COMPLETE)
    read = isodate.parse_date(text)
    print(f"{day}: expected {year}-W{week:02}-{weekday}, read as {day}; seen {text}, read as {read}")
    unchanged = unchanged and (text, read) == (known, later)

moment = datetime(2027, 1, 1, 0, 30)
text = isodate.datetime_isoformat(moment, isodate.DATE_BAS_WEEK_COMPLETE + "T" + isodate.TIME_BAS_MINUTE)
print(f"{moment}: expected 2026W535T0030; seen {text}")
first = date(2000, 1, 1)
days = [first + timedelta(days=count) for count in range(400 * 365 + 97)]
wrong = sum(isodate.parse_date(isodate.date_isoformat(day, isodate.DATE_EXT_WEEK_COMPLETE)) != day
            for day in days if day.month in (1, 12))
print(f"days of 400 years that are read as another day: expected 0; seen {wrong}")
sys.exit(0 if unchanged and text == "2027W535T0030" and wrong > 0 else 1)
PYTHON
