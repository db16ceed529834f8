#!/usr/bin/env bash
# c3voc-schedule-tools writes that a talk may be recorded although its speaker opted out.
#
# schedule.json says whether a talk is recorded either with "do_not_record" or with "recording": {"license",
# "optout"}. The package reads both, for example to send the talk to the hub of the event. When it writes
# schedule.xml, it takes the whole object "recording" for the value of optout. An object is not equal to true, so
# the file says false, and the license is empty.
#
# Installs the package in a temporary folder and converts a schedule with both kinds of talks.
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
from importlib.metadata import version

from voc import Event, Schedule


def talk(number, start, **recording):
    return {"id": number, "guid": f"0000000{number}-0000-4000-8000-000000000000", "title": f"Talk {number}",
            "date": f"2026-05-01T{start}:00+02:00", "start": start, "duration": "00:45", "room": "Hall",
            "subtitle": "", "track": "Main", "type": "Talk", "language": "en", "abstract": "", "description": "",
            "persons": [], "links": [], "attachments": [], **recording}


talks = [talk(1, "10:00", recording_license="CC-BY", do_not_record=True),
         talk(2, "11:00", recording={"license": "CC-BY", "optout": True}),
         talk(3, "12:00", recording={"license": "CC-BY", "optout": False})]
day = {"index": 1, "date": "2026-05-01", "day_start": "2026-05-01T04:00:00+02:00",
       "day_end": "2026-05-02T03:59:00+02:00", "rooms": {"Hall": talks}}
schedule = Schedule(json={"schedule": {"version": "1", "conference": {
    "acronym": "fair", "title": "Fair", "start": "2026-05-01", "end": "2026-05-01", "daysCount": 1,
    "time_zone_name": "Europe/Berlin", "timeslot_duration": "00:05", "rooms": [{"name": "Hall"}], "days": [day]}}})
print(f"c3voc-schedule-tools {version('c3voc-schedule-tools')}")
seen = []
for event in schedule.xml(method="xml").iter("event"):
    number = int(event.get("id"))
    source = talks[number - 1]
    optout = bool(source.get("do_not_record") or source.get("recording", {}).get("optout"))
    form = "recording.optout" if "recording" in source else "do_not_record"
    found = event.findtext("recording/optout"), event.findtext("recording/license")
    print(f"{form} is {optout}, license CC-BY: expected {str(optout).lower()} and CC-BY; "
          f"seen {found[0]} and {found[1] or 'none'}")
    seen.append(found)
hub = Event(dict(talks[1])).graphql()["do_not_record"]
print(f"the second talk as it is sent to the hub: do_not_record {hub}")
sys.exit(0 if hub and seen == [("true", "CC-BY"), ("false", ""), ("false", "")] else 1)
PYTHON
