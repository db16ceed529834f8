#!/usr/bin/env bash
# icalendar-searcher, and so the search of caldav, sorts talks of several zones by the digits of their clocks.
#
# The library sorts entries of calendars by properties (add_sort_key); caldav sorts what its search returns with it. For
# a start or an end, it compares the digits and not the moments: 8:00 in New York is before 10:00 UTC and 18:00 in
# Tokyo, although it is the last of the three. In reverse order, a text is still before the longer ones that start with
# it: "Hall" is before "Hall 2" in both orders. If one event has a room and another one has none, sorting by the room
# raises TypeError. Tasks without a priority (RFC 5545, 3.8.1.9) are before those with the highest one.
# What is next is wrong as soon as a calendar has starts in two zones, or in UTC beside local ones, while tests with one
# zone pass: sort the result by the moments with Python's sorted.
#
# Installs the library in a temporary folder and sorts talks.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.3.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "icalendar-searcher==$version" icalendar==7.3.2 \
  recurring-ical-events==3.8.2 tzdata==2026.6
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from icalendar import Calendar
from icalendar_searcher import Searcher


def calendar(kind, name, *lines):
    return Calendar.from_ical("\r\n".join([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", f"BEGIN:{kind}", f"UID:{name}",
        "DTSTAMP:20260101T000000Z", f"SUMMARY:{name}", *lines, f"END:{kind}", "END:VCALENDAR", ""]))


def ordered(key, values, backwards=False, kind="VEVENT"):
    searcher = Searcher()
    searcher.add_sort_key(key, reversed=backwards)
    try:
        found = searcher.sort([calendar(kind, name, *lines) for name, lines in values.items()])
    except TypeError as error:
        return type(error).__name__
    return [str(entry.subcomponents[0]["SUMMARY"]) for entry in found]


starts = {"Tokyo": ["DTSTART;TZID=Asia/Tokyo:20260610T180000"], "UTC": ["DTSTART:20260610T100000Z"],
          "New York": ["DTSTART;TZID=America/New_York:20260610T080000"]}
rooms = {room: ["DTSTART:20260610T100000Z", f"LOCATION:{room}"] for room in ("Hall", "Hall 2", "Stage")}
missing = {**rooms, "none": ["DTSTART:20260610T100000Z"]}
tasks = {"later": ["PRIORITY:5"], "first": ["PRIORITY:1"], "none": []}
cases = [
    ("by start: 18:00 in Tokyo, 10:00 UTC, 8:00 in New York", ["Tokyo", "UTC", "New York"],
     ordered("DTSTART", starts), ["New York", "UTC", "Tokyo"]),
    ("by room", ["Hall", "Hall 2", "Stage"], ordered("LOCATION", rooms), ["Hall", "Hall 2", "Stage"]),
    ("by room, backwards", ["Stage", "Hall 2", "Hall"], ordered("LOCATION", rooms, True),
     ["Stage", "Hall", "Hall 2"]),
    ("by room, one has none", ["none", "Hall", "Hall 2", "Stage"], ordered("LOCATION", missing), "TypeError"),
    ("tasks by priority", ["first", "later", "none"], ordered("PRIORITY", tasks, kind="VTODO"),
     ["none", "first", "later"])]
print(f"icalendar-searcher {sys.argv[1]}")
for name, expected, seen, known in cases:
    print(f"{name}: expected {expected}; seen {seen}")
sys.exit(0 if all(seen == known for _, _, seen, known in cases) else 1)
PYTHON
