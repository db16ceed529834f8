#!/usr/bin/env bash
# vobject's comparison of calendars leaves out events at the end, and its change of zones moves series to other days.
#
# vobject comes with two programs for calendar files. ics_diff prints what differs between two files. It uses two names
# that it does not import, so that the program ends with NameError for any two files, and its function diff for each
# event that was changed. For files that differ in whole events, diff works, but new events whose UID is behind all of
# the older file are not listed: an empty calendar and a full one have no difference.
# change_tz writes the events of a file in another zone. It moves starts and ends, but not weekdays of rules and the
# occurrence that RECURRENCE-ID names: a workshop on Mondays at 23:00 in UTC starts at 01:00 on a Tuesday in Berlin, and
# is repeated on Mondays. A moved occurrence is listed in addition to the others. Single events are right.
# After a schedule was published anew, a check that compares the two exports can say that nothing changed, and people
# come a day early: compare the sets of UID and of each event's lines yourself, and change zones of single events only.
#
# Installs vobject and recurring-ical-events in a temporary folder, compares small calendars, and changes the zone of a
# series.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.9.9}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet "vobject==$version" python-dateutil==2.9.0.post0 pytz==2026.6 \
  recurring-ical-events==3.8.2 icalendar==7.3.2 tzdata==2026.6
cat >check.py <<'PYTHON'
import subprocess
import sys
from datetime import timezone
from pathlib import Path

import icalendar
import recurring_ical_events
import vobject
from vobject.ics_diff import diff

same = True


def check(what, expected, seen, known):
    global same
    print(f"{what}: expected {expected}; seen {seen}")
    same = same and seen == known


def calendar(*events):
    parts = [line for event in events
             for line in ("BEGIN:VEVENT", "DTSTAMP:20260101T000000Z", *event, "END:VEVENT")]
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", *parts, "END:VCALENDAR", ""])


def talk(uid, title):
    return f"UID:{uid}", "DTSTART:20260610T090000Z", f"SUMMARY:{title}"


def listed(older, newer):
    """The titles that only one of two calendars has, or the name of the error."""
    try:
        pairs = diff(*(vobject.readOne(text) for text in (older, newer)))
    except NameError as error:
        return type(error).__name__
    return [event.summary.value for pair in pairs for event in pair if event]


print(f"vobject {sys.argv[1]}, recurring-ical-events 3.8.2")
older = calendar(talk("b", "Opening"), talk("m", "Panel"))
check("a talk with the UID a is new beside b and m", ["Coffee"],
      listed(older, calendar(talk("a", "Coffee"), talk("b", "Opening"), talk("m", "Panel"))), ["Coffee"])
check("one with the UID z", ["Closing"],
      listed(older, calendar(talk("b", "Opening"), talk("m", "Panel"), talk("z", "Closing"))), [])
check("both talks are new in an empty calendar", ["Opening", "Panel"], listed(calendar(), older), [])
check("the panel becomes a debate", ["Panel", "Debate"],
      listed(older, calendar(talk("b", "Opening"), talk("m", "Debate"))), "NameError")
Path("older.ics").write_text(older, newline="")
ended = subprocess.run(["environment/bin/ics_diff", "older.ics", "older.ics"], capture_output=True, text=True)
check("ics_diff of a file with itself", "no output", ended.stderr.strip().split("\n")[-1],
      "NameError: name 'readOne' is not defined")


def starts(path):
    occurrences = recurring_ical_events.of(icalendar.Calendar.from_ical(Path(path).read_bytes()))
    return sorted(f"{event.start.astimezone(timezone.utc):%d %H:%M}"
                  for event in occurrences.between((2026, 6, 1), (2026, 7, 1)))


series = calendar(
    ("UID:workshop", "DTSTART:20260608T230000Z", "DTEND:20260609T000000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3"),
    ("UID:workshop", "RECURRENCE-ID:20260615T230000Z", "DTSTART:20260617T200000Z", "DTEND:20260617T210000Z"))
for name, text in (("single.ics", calendar(("UID:talk", "DTSTART:20260608T230000Z", "DTEND:20260609T000000Z"))),
                   ("series.ics", series)):
    Path(name).write_text(text, newline="")
    subprocess.run(["environment/bin/change_tz", name, "Europe/Berlin"], check=True, capture_output=True)
check("a single talk in UTC, written in Berlin's zone, in June in UTC", starts("single.ics"),
      starts("single.ics.converted"), ["08 23:00"])
check("three Mondays, the second one moved to Wednesday", starts("series.ics"), starts("series.ics.converted"),
      ["08 23:00", "14 23:00", "17 20:00", "21 23:00", "28 23:00"])
sys.exit(0 if same else 1)
PYTHON
environment/bin/python check.py "$version"
