#!/usr/bin/env bash
# pantheon-ical takes a room as free for the whole series if one evening of it was cancelled, and after midnight.
#
# pantheon-ical lists when a room is busy, from calendars of other systems; its documentation promises that it rather
# takes a free day as busy than the reverse. A series with hours that has an EXDATE in UTC is listed as dates with its
# first day only, and a warning in the log: all other weeks are free. With whole days, or as slots, the same series is
# right. An event from 22:00 to 2:00 keeps the room on its first day. In the list of slots, events with a length instead
# of an end are missing, although the list of dates has them. RDATE is not read.
# A room with a course in it is given to somebody else as soon as one lesson was cancelled: read slots instead of dates,
# and let the other systems write an end, and each extra date as an event.
#
# Installs pantheon-ical in a temporary folder and lists busy days and hours.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.3.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "pantheon-ical==$version" python-dateutil==2.9.0.post0
"$folder/environment/bin/python" - "$version" 2>/dev/null <<'PYTHON'
import sys
from datetime import date, timedelta

from pantheon_ical import parse_ical, parse_ical_slots

first = date.today() + timedelta(days=7)


def day(number):
    return f"{first + timedelta(days=number):%Y%m%d}"


def listed(*lines, slots=False):
    calendar = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VEVENT", "UID:course",
                "DTSTAMP:20260101T000000Z", *lines, "SUMMARY:Course", "END:VEVENT", "END:VCALENDAR", ""]
    text = "\r\n".join(calendar)
    if slots:
        return [(start.date() - first).days for start, _ in parse_ical_slots(text)]
    return [(start - first).days + number
            for start, end in parse_ical(text) for number in range((end - start).days)]


hours = [f"DTSTART:{day(0)}T180000Z", f"DTEND:{day(0)}T190000Z"]
days = [f"DTSTART;VALUE=DATE:{day(0)}", f"DTEND;VALUE=DATE:{day(1)}"]
weekly = "RRULE:FREQ=WEEKLY;COUNT=4"
lesson = [f"DTSTART:{day(0)}T180000Z", "DURATION:PT45M"]
cancelled = f"EXDATE:{day(7)}T180000Z"
cases = [
    ("four weeks at 18:00", [0, 7, 14, 21], listed(*hours, weekly), [0, 7, 14, 21]),
    ("without the second week", [0, 14, 21], listed(*hours, weekly, cancelled), [0]),
    ("that, as slots", [0, 14, 21], listed(*hours, weekly, cancelled, slots=True), [0, 14, 21]),
    ("whole days without the second week", [0, 14, 21], listed(*days, weekly, f"EXDATE;VALUE=DATE:{day(7)}"),
     [0, 14, 21]),
    ("from 22:00 to 2:00", [0, 1], listed(f"DTSTART:{day(0)}T220000Z", f"DTEND:{day(1)}T020000Z"), [0]),
    ("45 minutes from 18:00, as dates", [0], listed(*lesson), [0]),
    ("that, as slots", [0], listed(*lesson, slots=True), []),
    ("an extra date two days later", [0, 2], listed(*hours, f"RDATE:{day(2)}T180000Z"), [0])]
print(f"pantheon-ical {sys.argv[1]}: days on which a room is busy, counted from the first")
for name, expected, seen, known in cases:
    print(f"{name}: expected {expected}; seen {seen}")
sys.exit(0 if all(seen == known for _, _, seen, known in cases) else 1)
PYTHON
