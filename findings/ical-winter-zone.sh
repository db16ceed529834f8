#!/usr/bin/env bash
# The library ical writes a series that starts in the winter of London as a series in UTC.
#
# It writes a time as UTC whenever the offset of its zone is zero at that moment. A series of workshops in London,
# Lisbon or Dublin that starts in winter, or in Casablanca during Ramadan, loses its zone. Its occurrences after
# the change of the clocks are an hour late. A series that starts in summer, or in any other zone, keeps its zone.
#
# Installs ical and recurring-ical-events in a temporary folder; one writes calendars, the other lists them.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-14.3.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "ical==$version" pydantic==2.14.4 tzdata==2026.6 icalendar==7.3.2 \
  recurring-ical-events==3.8.2 python-dateutil==2.9.0.post0 x-wr-timezone==2.0.1
PYTHONTZPATH='' "$folder/environment/bin/python" - <<'PYTHON'
import sys
from importlib.metadata import version
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events
from ical.calendar_stream import IcsCalendarStream

CALENDAR = "\r\n".join([
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VEVENT", "UID:workshop",
    "DTSTAMP:20260101T000000Z", "DTSTART;TZID={zone}:{start}T100000", "DURATION:PT1H", "RRULE:FREQ=MONTHLY;COUNT=3",
    "SUMMARY:Workshop", "END:VEVENT", "END:VCALENDAR", ""])


def listed(text, zone):
    events = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between((2026, 1, 1), (2027, 1, 1))
    starts = sorted(event["DTSTART"].dt.astimezone(ZoneInfo(zone)) for event in events)
    return ", ".join(f"{start:%d %b %H:%M}" for start in starts)


print(f"ical {version('ical')}, listed by recurring-ical-events {version('recurring-ical-events')}")
seen = []
for zone, start in (("Europe/London", "20260206"), ("Europe/London", "20260605"), ("Europe/Lisbon", "20260206"),
                    ("Africa/Casablanca", "20260306"), ("Europe/Berlin", "20260206")):
    text = CALENDAR.format(zone=zone, start=start)
    written = IcsCalendarStream.calendar_to_ics(IcsCalendarStream.calendar_from_ics(text))
    line = next(line for line in written.splitlines() if line.startswith("DTSTART") and start in line)
    print(f"{zone}: expected {listed(text, zone)}; seen {listed(written, zone)} from {line}")
    seen.append((line.split(":")[0], listed(written, zone) == listed(text, zone)))
known = [("DTSTART", False), ("DTSTART;TZID=Europe/London", True), ("DTSTART", False), ("DTSTART", False),
         ("DTSTART;TZID=Europe/Berlin", True)]
sys.exit(0 if seen == known else 1)
PYTHON
