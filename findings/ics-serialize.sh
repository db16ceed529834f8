#!/usr/bin/env bash
# Other libraries refuse a calendar that ics.py wrote, and its series move with the clocks.
#
# If a file does not name its calendar scale, ics.py writes CALSCALE:GEORGIAN; the one defined value is GREGORIAN
# (RFC 5545, 3.7.1). recurring-ical-events raises an error for it. ics.py also keeps RRULE as an unknown line and
# writes the start in UTC. With a correct scale, a weekly talk at 9:30 in Berlin is right before the clocks go
# back, and at 8:30 afterwards, although the program changed nothing.
#
# Installs ics.py in a temporary folder, and reads and writes a calendar; recurring-ical-events lists the talks.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet ics==0.7.3 recurring-ical-events==3.8.2 icalendar==7.3.2 \
  python-dateutil==2.9.0.post0 tzdata==2026.6
"$folder/environment/bin/python" -W ignore - <<'PYTHON'
import sys
from zoneinfo import ZoneInfo

import ics
import icalendar
import recurring_ical_events


def starts(text):
    events = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between((2026, 10, 1), (2026, 12, 1))
    return [event.start.astimezone(ZoneInfo("Europe/Berlin")).strftime("%d %b %H:%M") for event in events]


before = "\r\n".join([
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VEVENT", "UID:talk",
    "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Europe/Berlin:20261023T093000", "DURATION:PT1H",
    "RRULE:FREQ=WEEKLY;COUNT=2", "SUMMARY:A talk", "END:VEVENT", "END:VCALENDAR", ""])
after = ics.Calendar(before).serialize()
scale = [line for line in after.splitlines() if line.startswith("CALSCALE")]
try:
    starts(after)
    answer = "no error"
except recurring_ical_events.InvalidCalendar as error:
    answer = str(error)
mended = starts(after.replace("GEORGIAN", "GREGORIAN"))
print("ics 0.7.3: a calendar read and written without a change")
print(f"scale: expected none or CALSCALE:GREGORIAN; seen {scale}")
print(f"recurring-ical-events 3.8.2: expected no error; seen: {answer}")
print(f"talks in Berlin with another scale: expected {starts(before)}; seen {mended}")
known = ["CALSCALE:GEORGIAN"], ["23 Oct 09:30", "30 Oct 09:30"], ["23 Oct 09:30", "30 Oct 08:30"]
sys.exit(0 if (scale, starts(before), mended) == known and "Gregorian" in answer else 1)
PYTHON
