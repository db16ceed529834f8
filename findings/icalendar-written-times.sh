#!/usr/bin/env bash
# icalendar writes a start with an offset in a zone that nobody defines, and cancelled times in the zone of another one.
#
# A start as the exports of frab and pretalx give it (2026-08-04T10:00:00+02:00, read with Python's fromisoformat) is
# written with TZID="UTC+02:00". add_missing_timezones, which defines the zones of a calendar, does not define this one,
# and icalendar itself reads the start without a zone. A list of cancelled times (EXDATE) has the hours of each time
# behind the zone of the last one. An extra time with a length (RDATE) has neither its zone nor VALUE=PERIOD, and the
# end of a series (UNTIL) neither Z nor zone; RFC 5545 (3.8.5.2, 3.3.10) wants these. The second of two equal hours
# becomes the first one when the clocks go back.
# Talks are at 10:00 wherever the reader is, and cancelled ones stay, without an error; tests with UTC pass: convert all
# times to UTC before they are added, or to the zone of the event if it repeats, but UNTIL to UTC.
#
# Installs icalendar in a temporary folder, writes events, and reads them.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-7.3.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "icalendar==$version" recurring-ical-events==3.8.2 tzdata==2026.6 \
  python-dateutil==2.9.0.post0
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events

BERLIN, YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")


def calendar(**values):
    event = icalendar.Event()
    for name, value in {"uid": "talk", "dtstart": datetime(2026, 8, 3, 10, tzinfo=BERLIN), **values}.items():
        event.add(name, value)
    made = icalendar.Calendar()
    made.add_component(event)
    made.add_missing_timezones()
    return made.to_ical()


def line(name, **values):
    event = calendar(**values).decode().partition("BEGIN:VEVENT")[2]
    return next(text for text in event.splitlines() if text.startswith(name))


def start(moment):
    return icalendar.Calendar.from_ical(calendar(dtstart=moment)).events[0]["DTSTART"].dt.isoformat()


def days(**values):
    found = recurring_ical_events.of(icalendar.Calendar.from_ical(calendar(**values)))
    return [event["DTSTART"].dt.day for event in found.between((2026, 8, 1), (2026, 9, 1))]


offset = datetime.fromisoformat("2026-08-04T10:00:00+02:00")
second = datetime(2026, 10, 25, 1, tzinfo=timezone.utc).astimezone(BERLIN)
week = {"freq": "daily", "count": 3}
cancelled = [datetime(2026, 8, 4, 4, tzinfo=YORK), datetime(2026, 8, 5, 10, tzinfo=BERLIN)]
extra = [(datetime(2026, 8, 5, 10, tzinfo=BERLIN), timedelta(hours=1))]
until = {"freq": "daily", "until": datetime(2026, 8, 5, 10, tzinfo=BERLIN)}
cases = [
    ("10:00 with +02:00, read again", "2026-08-04T10:00:00+02:00", start(offset), "2026-08-04T10:00:00"),
    ("the second 2:00 of 25 October in Berlin", "2026-10-25T02:00:00+01:00", start(second),
     "2026-10-25T02:00:00+02:00"),
    ("from 3 to 5 August without 4 (a time in New York) and 5", [3], days(rrule=week, exdate=cancelled), [3, 4]),
    ("EXDATE", "a line for each zone", line("EXDATE", exdate=cancelled),
     "EXDATE;TZID=Europe/Berlin:20260804T040000,20260805T100000"),
    ("RDATE with a length", "RDATE;TZID=Europe/Berlin;VALUE=PERIOD:20260805T100000/PT1H", line("RDATE", rdate=extra),
     "RDATE:20260805T100000/PT1H"),
    ("UNTIL", "RRULE:FREQ=DAILY;UNTIL=20260805T080000Z", line("RRULE", rrule=until),
     "RRULE:FREQ=DAILY;UNTIL=20260805T100000")]
print(f"icalendar {sys.argv[1]}")
for name, expected, seen, known in cases:
    print(f"{name}: expected {expected}; seen {seen}")
sys.exit(0 if all(seen == known for _, _, seen, known in cases) else 1)
PYTHON
