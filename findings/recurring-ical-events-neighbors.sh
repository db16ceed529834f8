#!/usr/bin/env bash
# Excluding or moving one occurrence of a series also removes those one UTC offset earlier and later.
#
# EXDATE and RECURRENCE-ID name the start of one occurrence. recurring-ical-events compares starts in two
# forms, as local time and as UTC, and nothing distinguishes the forms. In Berlin in summer, 11:00 is 09:00 UTC
# and therefore equals the occurrence at 9 o'clock. The occurrence at 13 o'clock is at 11:00 UTC and equals it,
# too. Workshops several times a day disappear. In Tokyo, the removed occurrences are nine hours away.
#
# Installs the library in a temporary folder and changes one occurrence of a series of slots.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet recurring-ical-events==3.8.2 icalendar==7.3.2 \
  python-dateutil==2.9.0.post0 tzdata==2026.6
"$folder/environment/bin/python" - <<'PYTHON'
import sys

import icalendar
import recurring_ical_events


def hours(zone, exdate="", override=()):
    head = ["UID:slots", "DTSTAMP:20260101T000000Z", "SUMMARY:A slot", "DURATION:PT1H"]
    text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VEVENT", *head,
            f"DTSTART;TZID={zone}:20260710T090000", "RRULE:FREQ=DAILY;COUNT=10;BYHOUR=9,10,11,12,13"]
    text += [exdate] * bool(exdate) + ["END:VEVENT"]
    if override:
        text += ["BEGIN:VEVENT", *head, *override, "END:VEVENT"]
    calendar = icalendar.Calendar.from_ical("\r\n".join([*text, "END:VCALENDAR", ""]))
    return sorted(event.start.hour for event in recurring_ical_events.of(calendar).at((2026, 7, 11)))


print("recurring-ical-events 3.8.2: slots at 9, 10, 11, 12 and 13 o'clock on each day in July")
without = hours("Europe/Berlin", "EXDATE;TZID=Europe/Berlin:20260711T110000")
print(f"Berlin, EXDATE for 11 o'clock: expected [9, 10, 12, 13]; seen {without}")
moved = hours("Europe/Berlin", override=[
    "RECURRENCE-ID;TZID=Europe/Berlin:20260711T110000", "DTSTART;TZID=Europe/Berlin:20260711T200000"])
print(f"Berlin, 11 o'clock moved to 20 o'clock: expected [9, 10, 12, 13, 20]; seen {moved}")
london = hours("Europe/London", "EXDATE;TZID=Europe/London:20260711T110000")
print(f"London, EXDATE for 11 o'clock: expected [9, 10, 12, 13]; seen {london}")
sys.exit(0 if (without, moved, london) == ([10, 12], [10, 12, 20], [9, 13]) else 1)
PYTHON
