#!/usr/bin/env bash
# json-to-ical, which converts schedule.json, makes nights with a change of the clocks an hour longer, and drops people.
#
# json-to-ical reads the schedule.json of pretalx and frab, and writes a calendar. It adds the length to the hours of
# the local clock: a talk of two hours in the night in which the clocks go back ends three hours after its start. A
# start in the second of the two equal hours is written as the first one, an hour early. The title has the first speaker
# only, and the others are nowhere in the calendar. The name of the track is put in front of the title, except for
# tracks that begin with the letters "Main", such as Maintenance. An abstract is dropped if there is a description.
# Each export has new UIDs, although the file has a guid for each talk.
# Who subscribes to the calendar gets each talk again after every change of the schedule, and panels seem to be talks of
# one person: write the UID and the speakers yourself, and compare ends with start and duration.
#
# Installs json-to-ical in a temporary folder, converts a small schedule twice, and reads the calendars with icalendar.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-2025.1.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet "json-to-ical==$version" ical==14.3.1 icalendar==7.3.2 tzdata==2026.6
cat >write.py <<'PYTHON'
import json


def talk(number, start, duration, title, track, people, abstract, description):
    return {"id": number, "guid": f"{number:08}-1111-4111-8111-111111111111", "date": start, "start": start[11:16],
            "duration": duration, "title": title, "subtitle": "", "track": track, "language": "en", "type": "Talk",
            "persons": [{"id": index, "public_name": name} for index, name in enumerate(people)],
            "abstract": abstract, "description": description, "links": [], "attachments": []}


talks = [
    talk(1, "2026-10-24T10:00:00+02:00", "02:00", "Which knot?", "Main", ["Ada", "Bo", "Cleo"], "A panel", "All day"),
    talk(2, "2026-10-24T14:00:00+02:00", "01:00", "Sails", "Maintenance", ["Ada"], "", "Bring a needle"),
    talk(3, "2026-10-25T01:30:00+02:00", "02:00", "Night walk", "Knots", [], "Bring a lamp", ""),
    talk(4, "2026-10-25T02:30:00+01:00", "00:30", "Soup", "Knots", [], "For walkers", ""),
]
day = {"index": 1, "date": "2026-10-24", "day_start": "2026-10-24T09:00:00+02:00",
       "day_end": "2026-10-25T04:00:00+01:00", "rooms": {"Red": talks}}
tracks = [{"name": name, "color": "#336699"} for name in ("Main", "Maintenance", "Knots")]
json.dump({"schedule": {"version": "1", "conference": {
    "acronym": "rope", "title": "Rope Days", "start": "2026-10-24", "end": "2026-10-25", "daysCount": 1,
    "timeslot_duration": "00:05", "time_zone_name": "Europe/Berlin", "tracks": tracks, "days": [day]}}},
    open("schedule.json", "w"))
PYTHON
environment/bin/python write.py
PYTHONTZPATH='' environment/bin/json-to-ical schedule.json -o first.ics >/dev/null
PYTHONTZPATH='' environment/bin/json-to-ical schedule.json -o second.ics >/dev/null
PYTHONTZPATH='' environment/bin/python - "$version" <<'PYTHON'
import sys
from datetime import timezone
from pathlib import Path

import icalendar

same = True


def check(what, expected, seen, known):
    global same
    print(f"{what}: expected {expected}; seen {seen}")
    same = same and seen == known


def instant(time):
    return time.astimezone(timezone.utc)


print(f"json-to-ical {sys.argv[1]}")
texts = [Path(name).read_text() for name in ("first.ics", "second.ics")]
panel, sails, walk, soup = events = icalendar.Calendar.from_ical(texts[0]).events
again = icalendar.Calendar.from_ical(texts[1]).events
check("a panel of two hours by day", "2:00:00", str(instant(panel.end) - instant(panel.start)), "2:00:00")
check("a walk of two hours in the night of the change", "2:00:00", str(instant(walk.end) - instant(walk.start)),
      "3:00:00")
check("a start at 02:30+01:00", "01:30 UTC", f"{instant(soup.start):%H:%M} UTC", "00:30 UTC")
check("people of Ada, Bo and Cleo in the calendar", 3, sum(name in texts[0] for name in ("Ada", "Bo", "Cleo")), 1)
check("the title of a talk in the track Knots", "[Knots] Night walk", str(walk["SUMMARY"]), "[Knots] Night walk")
check("the title of one in the track Maintenance", "[Maintenance] Sails - Ada", str(sails["SUMMARY"]), "Sails - Ada")
check("the abstract of the panel in the calendar", True, "A panel" in texts[0], False)
check("talks with the same UID in two exports of one file", 4,
      len({str(event["UID"]) for event in events} & {str(event["UID"]) for event in again}), 0)
sys.exit(0 if same else 1)
PYTHON
