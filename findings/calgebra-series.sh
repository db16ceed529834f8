#!/usr/bin/env bash
# calgebra reads a series of three days from a calendar as one without end, and writes it back so.
#
# calgebra computes with calendars, such as the hours in which nobody is busy. Its function file_to_timeline takes the
# frequency, interval and weekdays of RRULE, but neither COUNT nor UNTIL, so that each series goes on for ever; it also
# has occurrences before DTSTART. EXDATE, RDATE and RECURRENCE-ID have no effect: cancelled occurrences are there, and
# moved ones are there twice. BYHOUR gives the same hour several times. timeline_to_file writes what was read, without
# the end, the exceptions and STATUS. A day, and a time without a zone, are taken as UTC.
# Who looks for a free room finds none after a workshop of three days, and who filters a calendar and saves it sends
# endless series to all who subscribe to it: write each occurrence as an event of its own, in UTC.
#
# Installs calgebra in a temporary folder, and reads small calendars.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.10.11}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "calgebra[ical]==$version" icalendar==7.3.2 recurring-ical-events==3.8.2
cd "$folder"
environment/bin/python - "$version" <<'PYTHON'
import sys
from datetime import date
from pathlib import Path

import icalendar
import recurring_ical_events
from calgebra import at_tz, file_to_timeline, timeline_to_file

at = at_tz("Europe/Berlin")


def calendar(rules, other=()):
    """A calendar with a workshop on 9 June, and perhaps with another occurrence of it."""
    text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN"]
    for lines in [["DTSTART;TZID=Europe/Berlin:20260609T090000", *rules]] + [other] * bool(other):
        text += ["BEGIN:VEVENT", "UID:knots", "DTSTAMP:20260101T000000Z", "DURATION:PT1H", *lines, "END:VEVENT"]
    return "\r\n".join([*text, "END:VCALENDAR", ""])


def seen_days(path):
    days = [event.format(tz="Europe/Berlin", fmt="%d %H").split(" -> ")[0] for event in file_to_timeline(path)[
        at("2026-06-07"):at("2026-06-14")]]
    return ", ".join(days)


def expected_days(text):
    found = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(date(2026, 6, 7), date(2026, 6, 14))
    return ", ".join(sorted(event.start.strftime("%d %H") for event in found))


print(f"calgebra {sys.argv[1]} with icalendar 7.3.2: a workshop on 9 June 2026 at 9; days and hours from 7 to 13 June")
results, three = [], "RRULE:FREQ=DAILY;COUNT=3"
tenth = "TZID=Europe/Berlin:20260610T090000"
moved = [f"RECURRENCE-ID;{tenth}", "DTSTART;TZID=Europe/Berlin:20260610T140000"]
for name, text in (
        ("once", calendar([])), ("three days", calendar([three])),
        ("until the 11th", calendar(["RRULE:FREQ=DAILY;UNTIL=20260611T070000Z"])),
        ("three days without the 10th", calendar([three, f"EXDATE;{tenth}"])),
        ("and on the 12th", calendar(["RDATE;TZID=Europe/Berlin:20260612T090000"])),
        ("three days, the 10th moved to 14", calendar([three], moved))):
    Path("one.ics").write_text(text, newline="")
    results.append(seen_days("one.ics"))
    print(f"{name}: expected {expected_days(text)}; seen {results[-1]}")
timeline_to_file(file_to_timeline("one.ics"), "saved.ics")
saved = [line for line in Path("saved.ics").read_text().splitlines() if line.startswith(("RRULE", "RECURRENCE-ID"))]
print(f"the last one, read and saved: expected COUNT=3 and a RECURRENCE-ID; seen {saved}")
every = "07 09, 08 09, 09 09, 10 09, 11 09, 12 09, 13 09"
sys.exit(0 if (results, saved) == (
    ["09 09", every, every, every, "09 09", every.replace("10 09", "10 09, 10 14")], ["RRULE:FREQ=DAILY"]) else 1)
PYTHON
