#!/usr/bin/env bash
# recurrent makes rules of a part of a phrase: "every day for 3 days" is the third of January, each year.
#
# The library turns English phrases into rules of RFC 5545, for bots and forms. It accepts a phrase of which it uses
# a part, or which it takes for another one, without a sign of that: "for 3 days" is the third day of the year after
# "every day", and has no effect after "daily"; "except sunday" excludes the next Sunday only; "at noon" is dropped.
# "for 3 times", "for 4 weeks" and "at 12pm" are right. An end such as "until july 12" is a midnight (UNTIL=20260712),
# also if an hour is given, so that a meeting at 10:00 on that day is missing.
# Reminders come on days that somebody excluded, without an end, or half a year later. Show the dates of a rule before
# storing it, and ask for "for 3 times" and "at 12pm".
#
# Installs recurrent in a temporary folder, reads phrases, and lists days with python-dateutil.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.4.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "recurrent==$version" parsedatetime==2.6 python-dateutil==2.9.0.post0
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import datetime
from itertools import islice

from dateutil.rrule import rrulestr
from recurrent.event_parser import RecurringEvent

FIRST = datetime(2026, 7, 9, 10)


def listed(phrase, kept=lambda moment: True):
    rule = RecurringEvent(now_date=datetime(2026, 7, 9, 9)).parse(phrase)
    moments = islice(rrulestr(rule, dtstart=FIRST), 40)
    return " ".join(f"{moment:%b%d-%H}" for moment in islice(filter(kept, moments), 4))


three, endless = "Jul09-10 Jul10-10 Jul11-10", "Jul09-10 Jul10-10 Jul11-10 Jul12-10"
cases = [
    ("every day at 10am for 3 times", three, three),
    ("every day at 10am for 3 days", three, "Jan03-10 Jan03-10 Jan03-10 Jan03-10"),
    ("daily at 10am for 3 days", three, endless),
    ("every day at 10am until july 12 2026", endless, three),
    ("every friday at 12pm", "Jul10-12 Jul17-12 Jul24-12 Jul31-12", "Jul10-12 Jul17-12 Jul24-12 Jul31-12"),
    ("every friday at noon", "Jul10-12 Jul17-12 Jul24-12 Jul31-12", "Jul10-10 Jul17-10 Jul24-10 Jul31-10")]
print(f"recurrent {sys.argv[1]}: the first four of the meetings from 9 July 2026, 10:00, a Thursday")
unchanged = True
for phrase, expected, known in cases:
    seen = listed(phrase)
    print(f"{phrase}: expected {expected}; seen {seen}")
    unchanged = unchanged and seen == known
sundays = listed("every day at 10am except sunday", lambda moment: moment.weekday() == 6)
print(f"Sundays of 'every day at 10am except sunday': expected none; seen {sundays}")
sys.exit(0 if unchanged and sundays == "Jul19-10 Jul26-10 Aug02-10 Aug09-10" else 1)
PYTHON
