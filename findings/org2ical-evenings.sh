#!/usr/bin/env bash
# In calendars of org2ical, evenings end before they begin, and each export has all entries under new identifiers.
#
# org2ical turns the entries of an outline of Emacs into a calendar. <2026-06-10 Wed 23:00-01:00> ends at 1:00 of the
# same day, 22 hours before it starts. An entry for one day ends when it begins, while one for two days has the day
# after the last as its end, as RFC 5545 wants it (3.8.2.2); neither has VALUE=DATE, without which a start is not a date
# (3.8.2.4). The UID of an entry should stay for its whole life (3.8.4.7); here it is a checksum that includes the time
# of the export, so each export has new ones. With from_tz=Berlin, 10:00 becomes 12:00 UTC instead of 8:00: the two
# arguments for zones are in effect exchanged. Commas, semicolons and backslashes of headings are written as they are
# (3.3.11), so that readers see a line break in C:\new.
# Who subscribes has each talk again after every export, at wrong hours: give to_tz for the zone of the file, write
# evenings with two dates, and make identifiers of the headings.
#
# Installs org2ical and icalendar in a temporary folder, writes calendars and reads one.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.0.4}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "org2ical==$version" orgparse==0.5.20260926 icalendar==7.3.2
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import icalendar
import org2ical


def written(heading, times, name, **options):
    text, warnings = org2ical.loads(f"* {heading}\n  {times}\n", **options)
    assert not warnings
    return next(line[len(name) + 1:] for line in text.splitlines() if line.startswith(name))


def identifier(hour):
    return written("Knots", "<2026-06-10 Wed 10:00>", "UID", now=datetime(2026, 6, 1, hour, tzinfo=timezone.utc))


berlin = ZoneInfo("Europe/Berlin")
clear, _ = org2ical.loads("* C:\\new\n  <2026-06-10 Wed 10:00>\n")
heading = str(icalendar.Calendar.from_ical(clear.replace("\n", "\r\n")).walk("VEVENT")[0]["SUMMARY"])
cases = [
    ("the end of 10:00-11:00", "20260610T110000Z",
     written("Knots", "<2026-06-10 Wed 10:00-11:00>", "DTEND"), "20260610T110000Z"),
    ("the end of 23:00-01:00", "20260611T010000Z",
     written("Songs", "<2026-06-10 Wed 23:00-01:00>", "DTEND"), "20260610T010000Z"),
    ("the end of two days from the 10th", "VALUE=DATE:20260612",
     written("Camp", "<2026-06-10 Wed>--<2026-06-11 Thu>", "DTEND"), "20260612"),
    ("the end of one day, the 10th", "VALUE=DATE:20260611", written("Camp", "<2026-06-10 Wed>", "DTEND"), "20260610"),
    ("the start of one day, the 10th", "VALUE=DATE:20260610",
     written("Camp", "<2026-06-10 Wed>", "DTSTART"), "20260610"),
    ("10:00, from_tz is Berlin", "20260610T080000Z",
     written("Knots", "<2026-06-10 Wed 10:00>", "DTSTART", from_tz=berlin), "20260610T120000Z"),
    ("10:00, to_tz is Berlin", "20260610T100000Z",
     written("Knots", "<2026-06-10 Wed 10:00>", "DTSTART", to_tz=berlin), "20260610T080000Z"),
    ("one UID in two exports", True, identifier(8) == identifier(9), False),
    ("the heading C:\\new, read again", "C:\\new", heading, "C:\new")]
print(f"org2ical {sys.argv[1]}, read with icalendar 7.3.2")
for name, expected, seen, known in cases:
    print(f"{name}: expected {expected!r}; seen {seen!r}")
sys.exit(0 if all(seen == known for _, _, seen, known in cases) else 1)
PYTHON
