#!/usr/bin/env bash
# A calendar that larzical reads and writes has local hours as UTC, no excluded days and no lengths.
#
# larzical writes and reads calendars without other packages; its documentation promises correct details, and that
# calendars of others can be read. TZID is not read, and a time without an offset is written with a Z: 10:00 in Berlin
# becomes 10:00 UTC, and so does a Python datetime in Berlin. EXDATE, RDATE, DURATION and CATEGORIES of an event are
# kept as extra when reading, and not written, so that a length becomes none. If a parameter in quotes has a colon, as
# the address in ALTREP (RFC 5545, 3.2.1), the rest of it becomes a part of the value: the location of a talk starts
# with half an address.
# A program that only filters a calendar moves all talks by the offset of the event, and brings cancelled ones back:
# convert starts to UTC, give ends, and copy the lines of extra.
#
# Installs larzical in a temporary folder, reads calendars and writes them.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.1.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "larzical==$version" tzdata==2026.6
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import datetime
from zoneinfo import ZoneInfo

from larzical import Calendar, Event


def again(*lines):
    calendar = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VEVENT", "UID:talk",
                "DTSTAMP:20260101T000000Z", *lines, "SUMMARY:Knots", "END:VEVENT", "END:VCALENDAR", ""]
    written = Calendar.parse("\r\n".join(calendar)).to_ical().replace("\r\n ", "")
    name = lines[-1].split(":")[0].split(";")[0]
    return next((line for line in written.split("\r\n") if line.startswith(name)), "none")


made = Calendar(prodid="-//example//EN")
made.add(Event(summary="Knots", start=datetime(2026, 6, 10, 10, tzinfo=ZoneInfo("Europe/Berlin"))))
start = next(line for line in made.to_ical().split("\r\n") if line.startswith("DTSTART"))
utc, rule = "DTSTART:20260610T080000Z", "RRULE:FREQ=WEEKLY;COUNT=3"
hall = 'LOCATION;ALTREP="https://example.org/hall":Hall'
cases = [
    ("10:00 in Berlin, made", utc, start, "DTSTART:20260610T100000Z"),
    ("10:00 in Berlin, read", "DTSTART;TZID=Europe/Berlin:20260610T100000",
     again("DTSTART;TZID=Europe/Berlin:20260610T100000"), "DTSTART:20260610T100000Z"),
    ("8:00 in UTC", utc, again(utc), utc),
    ("a rule", rule, again(utc, rule), rule),
    ("an excluded day", "EXDATE:20260617T080000Z", again(utc, rule, "EXDATE:20260617T080000Z"), "none"),
    ("an extra day", "RDATE:20260618T080000Z", again(utc, rule, "RDATE:20260618T080000Z"), "none"),
    ("a length", "DURATION:PT45M", again(utc, "DURATION:PT45M"), "none"),
    ("tags", "CATEGORIES:stage,music", again(utc, "CATEGORIES:stage,music"), "none"),
    ("a location with an address", hall, again(utc, hall), 'LOCATION://example.org/hall":Hall')]
print(f"larzical {sys.argv[1]}")
for name, expected, seen, known in cases:
    print(f"{name}: expected {expected}; seen {seen}")
sys.exit(0 if all(seen == known for _, _, seen, known in cases) else 1)
PYTHON
