#!/usr/bin/env bash
# With c3voc-schedule-tools, all talks that are made from arguments share one dictionary.
#
# voc.Event takes a dictionary, or the parts of a talk as arguments. The default of the dictionary is one object
# that lives as long as the process. Each new talk writes its title into it, but takes the date that is already
# there. All earlier talks change with it. The exported schedule has the last talk again and again, at the time of
# the first. And where a schedule does not name its days, the package looks for the last talk with the comparison
# for the first: schedule.xml then says that a conference of three days has one, and ends on the first.
#
# Installs the package in a temporary folder, adds three talks to a schedule, and reads a schedule without dates.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.1.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "c3voc-schedule-tools==$version"
cd "$folder"
environment/bin/python - <<'PYTHON'
import sys
from datetime import datetime, timedelta
from importlib.metadata import version

from voc import Event, Room, Schedule

hall = Room(guid="10000000-0000-4000-8000-000000000000", name="Hall")
schedule = Schedule.from_template("Fair", "fair", 2026, 5, 1, 3, "Europe/Berlin")
schedule.add_rooms([hall], context={})
expected = []
for number, title in enumerate(["Knots", "Sails", "Tides"], 1):
    start = datetime.fromisoformat(f"2026-05-0{number}T10:00:00+02:00")
    schedule.add_event(Event(guid=f"0000000{number}-0000-4000-8000-000000000000", title=title, start=start,
                             end=start + timedelta(minutes=45), room=hall))
    expected.append(f"{start:%d} {title}")
written = schedule.xml(method="xml")
seen = [f"{event.findtext('date')[8:10]} {event.findtext('title')}" for event in written.iter("event")]
print(f"c3voc-schedule-tools {version('c3voc-schedule-tools')}")
print(f"three talks on 1, 2 and 3 May: expected {', '.join(expected)}; seen {', '.join(seen)}")


def day(number, start):
    talk = {"id": number, "guid": f"0000000{number}-0000-4000-8000-000000000000", "title": f"Talk {number}",
            "date": f"2026-05-0{number}T{start}:00+02:00", "start": start, "duration": "00:45", "room": "Hall",
            "persons": []}
    return {"index": number, "date": f"2026-05-0{number}", "day_start": f"2026-05-0{number}T04:00:00+02:00",
            "day_end": f"2026-05-0{number + 1}T03:59:00+02:00", "rooms": {"Hall": [talk]}}


read = Schedule(json={"schedule": {"version": "1", "conference": {
    "acronym": "fair", "title": "Fair", "time_zone_name": "Europe/Berlin", "timeslot_duration": "00:05",
    "days": [day(1, "10:00"), day(2, "10:00"), day(3, "10:00")]}}}).xml(method="xml")
days = [read.findtext(f"conference/{name}") for name in ("start", "end", "days")]
print(f"start, end and days of a schedule from 1 to 3 May without them: expected 2026-05-01, 2026-05-03, 3; "
      f"seen {', '.join(days)}")
sys.exit(0 if (seen, days) == (["01 Tides"] * 3, ["2026-05-01", "2026-05-01", "1"]) else 1)
PYTHON
