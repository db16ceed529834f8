#!/usr/bin/env bash
# icalevents lists events that are not in the asked time, and misses events that are.
#
# The library answers which events there are from one time to another; its documentation wants these in UTC. It takes
# their hours as hours in the zone of each event: asked from 9:00 to 12:00 UTC, it lists a talk at 10:00 in Tokyo, and
# gives 1:00 UTC as the start. If a talk of a series was moved from Tuesday to Wednesday (RECURRENCE-ID, RFC 5545,
# 3.8.4.4), the list of the week has it on Wednesday only, but the list of Tuesday has it at the old time: changes are
# only looked for among the events in the asked time. An event that is still running is listed, but not if it
# belongs to a series: after midnight, the evening that started at 23:00 is missing.
#
# Installs the library in a temporary folder and lists a week, days and hours.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet icalevents==0.3.1 icalendar==7.3.2 python-dateutil==2.9.0.post0 \
  pytz==2026.6 tzdata==2026.6
"$folder/environment/bin/python" - <<'PYTHON'
import sys
from datetime import datetime, timezone
from importlib.metadata import version

from icalevents.icalevents import events

ZONE = ["BEGIN:VTIMEZONE", "TZID:Asia/Tokyo", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0900",
        "TZOFFSETTO:+0900", "END:STANDARD", "END:VTIMEZONE"]


def calendar(*parts, zone=()):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", *zone]
    for part in parts:
        lines += ["BEGIN:VEVENT", "UID:talk", "DTSTAMP:20260101T000000Z", *part, "SUMMARY:Talk", "END:VEVENT"]
    return "\r\n".join([*lines, "END:VCALENDAR", ""]).encode()


def listed(text, first, last):
    found = events(string_content=text, start=first, end=last)
    return sorted(f"{event.start.astimezone(timezone.utc):%a %H:%M}" for event in found)


def at(day, hour=0, minute=0):
    return datetime(2026, 10, day, hour, minute, tzinfo=timezone.utc)


weekly = "RRULE:FREQ=WEEKLY;COUNT=3"
talks = ["DTSTART:20261020T100000Z", "DURATION:PT1H", weekly]
wednesday = calendar(talks, ["RECURRENCE-ID:20261027T100000Z", "DTSTART:20261028T140000Z", "DURATION:PT1H"])
afternoon = calendar(talks, ["RECURRENCE-ID:20261027T100000Z", "DTSTART:20261027T140000Z", "DURATION:PT1H"])
evening = calendar(["DTSTART:20261027T230000Z", "DURATION:PT4H"])
evenings = calendar(["DTSTART:20261020T230000Z", "DURATION:PT4H", weekly])
tokyo = calendar(["DTSTART;TZID=Asia/Tokyo:20261027T100000", "DURATION:PT1H"], zone=ZONE)
cases = [
    ("a talk on Tuesday at 10:00 in Tokyo, Tuesday from 0:00 to 3:00", tokyo, at(27), at(27, 3), ["Tue 01:00"], []),
    ("the same, Tuesday from 9:00 to 12:00", tokyo, at(27, 9), at(27, 12), [], ["Tue 01:00"]),
    ("a talk of a series, moved from Tuesday 10:00 to Wednesday 14:00, the week", wednesday, at(26), at(31),
     ["Wed 14:00"], ["Wed 14:00"]),
    ("the same, Tuesday", wednesday, at(27), at(27, 23, 59), [], ["Tue 10:00"]),
    ("the same, Wednesday", wednesday, at(28), at(28, 23, 59), ["Wed 14:00"], ["Wed 14:00"]),
    ("a talk of a series, moved from Tuesday 10:00 to 14:00, Tuesday", afternoon, at(27), at(27, 23, 59),
     ["Tue 14:00"], ["Tue 14:00"]),
    ("the same, Tuesday until 12:00", afternoon, at(27), at(27, 12), [], ["Tue 10:00"]),
    ("one event on Tuesday from 23:00 to 3:00, Wednesday", evening, at(28), at(28, 23, 59), ["Tue 23:00"],
     ["Tue 23:00"]),
    ("such an event each week, Wednesday", evenings, at(28), at(28, 23, 59), ["Tue 23:00"], []),
    ("the same, Wednesday from 0:30 to 2:00", evenings, at(28, 0, 30), at(28, 2), ["Tue 23:00"], [])]
print(f"icalevents {version('icalevents')}: what is asked and listed for the week of 26 October 2026 is in UTC")
unchanged = True
for name, text, first, last, expected, known in cases:
    seen = listed(text, first, last)
    print(f"{name}: expected {expected}; seen {seen}")
    unchanged = unchanged and seen == known
sys.exit(0 if unchanged else 1)
PYTHON
