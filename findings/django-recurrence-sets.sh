#!/usr/bin/env bash
# django-recurrence makes the cancelled day of a set an extra one, and reads one extra day of a list.
#
# The package keeps series of events in a database of Django. A text in the form of RFC 5545 that has a list of extra
# days (RDATE, 3.8.5.2) is read up to the first comma, while lists of EXDATE are read whole; TZID is not read, so that
# a day that is excluded in another zone stays. from_dateutil_rruleset, which takes a set of python-dateutil, passes
# its parts one place too early: the result has no rule, its extra days are the cancelled ones, and listing it needs an
# end. With cache=True, a list keeps the end that was asked for first: a later question for the month is answered with
# the week. People come to workshops that were cancelled, and do not know of others; nothing reports an error.
# Write each day, in UTC, as a line of its own, give the parts of a set by name, and leave cache alone.
#
# Installs the package in a temporary folder and reads sets and texts.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.14}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "django-recurrence==$version" django==5.2.19 \
  python-dateutil==2.9.0.post0
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import datetime, timezone

import django
from dateutil.rrule import DAILY, rrule, rruleset
from django.conf import settings

settings.configure(USE_TZ=True, TIME_ZONE="UTC", INSTALLED_APPS=["recurrence"])
django.setup()
import recurrence


def june(day):
    return datetime(2026, 6, day, 10, tzinfo=timezone.utc)


def listed(*lines):
    series = recurrence.deserialize("\n".join(["DTSTART:20260601T100000Z", *lines]))
    return [moment.day for moment in series.occurrences()]


rule = "RRULE:FREQ=DAILY;COUNT=3"
workshops = rruleset()
workshops.rrule(rrule(DAILY, count=3, dtstart=june(1)))
workshops.exdate(june(2))
made = recurrence.from_dateutil_rruleset(workshops)
parts = (len(made.rrules), [day.day for day in made.rdates], [day.day for day in made.exdates])
daily = recurrence.Recurrence(dtstart=june(1), rrules=[recurrence.Rule(recurrence.DAILY)])
counts = [daily.count(dtend=june(day), cache=cache) for cache in (False, True) for day in (7, 30)]
cases = [
    ("days with two excluded in a list", [1], listed(rule, "EXDATE:20260602T100000Z,20260603T100000Z"), [1]),
    ("days with two extra ones in a list", [1, 8, 9], listed("RDATE:20260608T100000Z,20260609T100000Z"), [1, 8]),
    ("days with one excluded in Tokyo's time", [1, 3], listed(rule, "EXDATE;TZID=Asia/Tokyo:20260602T190000"),
     [1, 2, 3]),
    ("rules, extra days and excluded days of a set of dateutil", (1, [], [2]), parts, (0, [2], [])),
    ("days until 7 and 30 June, the same with cache=True", [7, 30, 7, 30], counts, [7, 30, 7, 7])]
print(f"django-recurrence {sys.argv[1]}: workshops in June 2026")
for name, expected, seen, known in cases:
    print(f"{name}: expected {expected}; seen {seen}")
sys.exit(0 if all(seen == known for _, _, seen, known in cases) else 1)
PYTHON
