#!/usr/bin/env bash
# schedule-convert moves talks after midnight to the morning before, and keeps one offset for all days.
#
# The program converts schedules between the format of frab, iCalendar and xCal, and merges them. In schedule.xml, a
# day has a date, and its last talks may be after midnight: each talk has its start (00:30) and its date with the
# offset (2026-10-25T00:30:00+02:00). The program joins the start to the date of the day: songs in the night after the
# first day are in the night before it. Of the dates, it reads the offset only, and applies the one of the first talk
# to all: when the clocks change during the event, the talks of later days are an hour off, with a line on standard
# error and status 0. A schedule.xml that is written from another one lacks links, and each type is Talk.
# The evening program is in people's calendars a day early: give talks after midnight a day of their own before
# converting, and convert days with another offset separately.
#
# Installs schedule-convert in a temporary folder and converts a schedule.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.0.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet "schedule-convert==$version" vobject==0.9.9 python-slugify==9.2.0 qrcode==8.2 \
  icalendar==7.3.2
environment/bin/python - "$version" <<'PYTHON'
import pathlib
import subprocess
import sys
from datetime import timezone
from xml.etree import ElementTree

import icalendar

GUID = "00000000-0000-4000-8000-00000000000"
TALKS = [("Opening", 24, "2026-10-24T10:00:00+02:00"), ("Songs", 24, "2026-10-25T00:30:00+02:00"),
         ("Knots", 25, "2026-10-25T11:00:00+01:00")]


def event(number, title, moment):
    return (f'<event id="{number}" guid="{GUID}{number}"><date>{moment}</date><start>{moment[11:16]}</start>'
            f"<duration>00:30</duration><room>Red</room><title>{title}</title><type>workshop</type><persons/>"
            '<links><link url="https://example.org/slides">Slides</link></links></event>')


days = "".join(
    f'<day index="{day - 23}" date="2026-10-{day}"><room name="Red">'
    + "".join(event(number, title, moment) for number, (title, when, moment) in enumerate(TALKS) if when == day)
    + "</room></day>" for day in (24, 25))
pathlib.Path("schedule.xml").write_text(
    "<schedule><conference><acronym>knots</acronym><title>Knots</title><start>2026-10-24</start><end>2026-10-25</end>"
    f"<days>2</days><timeslot_duration>00:05</timeslot_duration></conference>{days}</schedule>")
outputs = {}
for name in ("xml", "ical"):
    run = subprocess.run(["environment/bin/schedule_convert", "-f", name, "schedule.xml"], capture_output=True,
                         text=True, check=True)
    outputs[name] = run.stdout
written = ElementTree.fromstring(outputs["xml"].encode())
dates = {talk.findtext("title"): talk.findtext("date") for talk in written.iter("event")}
starts = {str(talk["SUMMARY"]).partition(" ")[0]: talk.start.astimezone(timezone.utc).strftime("%d %H:%M")
          for talk in icalendar.Calendar.from_ical(outputs["ical"]).walk("VEVENT")}
print(f"schedule-convert {sys.argv[1]}: expected the same dates; in the calendar, in UTC, 24 08:00, 24 22:30, 25 10:00")
for title, _, moment in TALKS:
    print(f"{title} at {moment}: seen {dates[title]} in schedule.xml, {starts[title]} in the calendar")
links = len(list(written.iter("link"))), {talk.findtext("type") for talk in written.iter("event")}
print(f"links and types: expected (3, {{'workshop'}}); seen {links}")
sys.exit(0 if (dates, starts, links) == (
    {"Opening": "2026-10-24T10:00:00+02:00", "Songs": "2026-10-24T00:30:00+02:00",
     "Knots": "2026-10-25T11:00:00+02:00"},
    {"Opening": "24 08:00", "Songs": "23 22:30", "Knots": "25 09:00"}, (0, {"Talk"})) else 1)
PYTHON
