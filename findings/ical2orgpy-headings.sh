#!/usr/bin/env bash
# ical2orgpy makes entries of their own out of the points of an abstract.
#
# Org is a format of plain text for notes and agendas; a line that starts with a star is the title of an entry.
# ical2orgpy writes the description of an event below its title, as it is. If the description has a list with stars, as
# texts in Markdown often do, each point is an entry, at the level of the events, and the rest of the description
# belongs to the last one. A cancelled event is written like all others.
# In the agenda, a talk ends where its first list starts, and its points are entries without a date; who moves or
# deletes the entry of the talk leaves them behind: write lists with a hyphen.
#
# Installs ical2orgpy and orgparse in a temporary folder, converts a calendar, and reads the entries.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.5}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "ical2orgpy==$version" icalendar==7.3.2 recurring-ical-events==3.8.2 \
  orgparse==0.5.20260926 tzdata==2026.6 python-dateutil==2.9.0.post0 pytz==2026.6 tzlocal==5.4.5
cd "$folder"
PATH=$folder/environment/bin:$PATH TZ=UTC LC_ALL=C.UTF-8 environment/bin/python - "$version" <<'PYTHON'
import pathlib
import subprocess
import sys

import orgparse


def entries(mark, *more):
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VEVENT", "UID:knots",
        "DTSTAMP:20260101T000000Z", "DTSTART:20260710T100000Z", "DURATION:PT1H", "SUMMARY:Knots",
        f"DESCRIPTION:You learn\\n{mark} to tie\\n{mark} to untie\\nBring a rope.", *more, "END:VEVENT",
        "END:VCALENDAR", ""]
    pathlib.Path("one.ics").write_text("\r\n".join(lines), newline="")
    subprocess.run(["ical2orgpy", "--days", "36500", "--timezone", "UTC", "one.ics", "one.org"], check=True)
    return [(node.heading, node.body.splitlines()[-1] if node.body else "") for node in orgparse.load("one.org")[1:]]


print(f"ical2orgpy {sys.argv[1]}: a talk with a list; the titles of all entries, each with the last line below it")
hyphens, stars = entries("-"), entries("*")
cancelled = entries("-", "STATUS:CANCELLED")
expected = [("Knots", "Bring a rope.")]
print(f"list with hyphens: expected {expected}; seen {hyphens}")
print(f"list with stars: expected {expected}; seen {stars}")
print(f"cancelled: expected no entry, or a mark in it; seen {cancelled}")
sys.exit(0 if (hyphens, stars, cancelled) == (
    expected, [("Knots", "You learn"), ("to tie", ""), ("to untie", "Bring a rope.")], expected) else 1)
PYTHON
