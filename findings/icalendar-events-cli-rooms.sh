#!/usr/bin/env bash
# icalendar-events-cli shows the description of an event as its location, and refuses the jCal that it writes.
#
# icalendar-events-cli lists the events of a calendar between two moments. In its usual output, what stands behind
# "Location:" is the description, or None for an event that has a location only. Its JSON has the right location, and
# the filter for locations works, so that a list for one room shows only talks of that room, each with a wrong one.
# Its jCal has the two moments with an offset from UTC, which jCal does not have (RFC 7265, 3.6.5): icalendar, with
# which the program reads jCal, refuses the whole calendar. The definitions of zones are not in the jCal, although the
# events name them.
# People are sent to a place that is no place, and a filtered calendar cannot be read again: use JSON for lists, and
# iCalendar for what is stored.
#
# Installs icalendar-events-cli in a temporary folder, lists a small calendar, and reads its jCal again.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-2.0.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet "icalendar-events-cli==$version" icalendar==7.3.0 recurring-ical-events==3.8.2 \
  tzdata==2026.6
event() { printf '%s\r\n' BEGIN:VEVENT DTSTAMP:20260101T000000Z "$@" END:VEVENT; }
{
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN BEGIN:VTIMEZONE "TZID:Rope Days" BEGIN:STANDARD \
    DTSTART:19700101T000000 TZOFFSETFROM:+0530 TZOFFSETTO:+0530 END:STANDARD END:VTIMEZONE
  event UID:1@example.org "DTSTART;TZID=Rope Days:20260610T100000" "DTEND;TZID=Rope Days:20260610T110000" \
    SUMMARY:Opening LOCATION:Red "DESCRIPTION:Welcome to all"
  event UID:2@example.org "DTSTART;TZID=Rope Days:20260610T110000" "DTEND;TZID=Rope Days:20260610T120000" \
    SUMMARY:Sails LOCATION:Blue
  printf '%s\r\n' END:VCALENDAR
} >calendar.ics
list() {
  environment/bin/icalendar-events-cli --calendar.url "file://$folder/$1" "${@:2}" \
    -s 2026-06-10T00:00:00+00:00 -e 2026-06-11T00:00:00+00:00
}
export TZ=Europe/Berlin
list calendar.ics >list.txt
list calendar.ics --output.format json >list.json
list calendar.ics --output.format jcal >list.jcal
read_again=0
list list.jcal >again.txt || read_again=$?
environment/bin/python - "$version" "$read_again" <<'PYTHON'
import json
import re
import sys
from pathlib import Path

import icalendar

same = True


def check(what, expected, seen, known):
    global same
    print(f"{what}: expected {expected}; seen {seen}")
    same = same and seen == known


print(f"icalendar-events-cli {sys.argv[1]}, icalendar 7.3.0")
rooms = re.findall(r"Location: (.*?) *$", Path("list.txt").read_text(), re.MULTILINE)
check("the locations of two talks in the list", ["Red", "Blue"], rooms, ["Welcome to all", "None"])
rooms = [event["location"] for event in json.loads(Path("list.json").read_text())["events"]]
check("the same in JSON", ["Red", "Blue"], rooms, ["Red", "Blue"])
check("the status of the program when it reads its own jCal", 0, int(sys.argv[2]), 1)
original = icalendar.Calendar.from_ical(Path("calendar.ics").read_bytes())
check("the definitions of zones in the calendar", 1, len(original.timezones), 1)
parts = [part[0] for part in json.loads(Path("list.jcal").read_text())[2]]
check("the same in its jCal", 1, parts.count("vtimezone"), 0)
sys.exit(0 if same else 1)
PYTHON
