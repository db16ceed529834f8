#!/usr/bin/env bash
# A calendar read earlier decides what a zone name of a later calendar means.
#
# In RFC 5545, each calendar defines its zones, and a TZID has a meaning only within one file. pretalx, for
# example, calls New York "EST". The libraries icalendar and vobject store the first definition of a name until
# the process ends. They read the same file correctly alone and incorrectly after another one, so the hours that
# a server shows depend on earlier requests. mergecal, which merges calendars, also keeps the first definition.
#
# Installs the three in a temporary folder, and reads two calendars that each define the zone "Venue".
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet icalendar==7.3.2 vobject==0.9.9 mergecal==0.5.0
"$folder/environment/bin/python" -W ignore - <<'PYTHON'
import sys
from datetime import datetime

import icalendar
import mergecal
import vobject


def calendar(offset):
    return "\r\n".join([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VTIMEZONE", "TZID:Venue",
        "BEGIN:STANDARD", "DTSTART:19700101T000000", f"TZOFFSETFROM:{offset}", f"TZOFFSETTO:{offset}",
        "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", f"UID:talk{offset}", "DTSTAMP:20260101T000000Z",
        "DTSTART;TZID=Venue:20261024T090000", "SUMMARY:A talk", "END:VEVENT", "END:VCALENDAR", ""])


def with_icalendar(text):
    return icalendar.Calendar.from_ical(text).events[0].start


def with_vobject(text):
    return vobject.readOne(text).vevent.dtstart.value


print("icalendar 7.3.2, vobject 0.9.9, mergecal 0.5.0: two files define the zone Venue as +02:00 and +09:00")
seen = {}
for name, read in (("icalendar", with_icalendar), ("vobject", with_vobject)):
    seen[name] = [read(calendar(offset)).isoformat() for offset in ("+0200", "+0900")]
    print(f"{name}: expected 09:00+02:00 and 09:00+09:00; seen {' and '.join(seen[name])}")
merged = mergecal.merge_calendars(
    [icalendar.Calendar.from_ical(calendar(offset)) for offset in ("+0200", "+0900")]).to_ical().decode()
zones = [line for line in merged.splitlines() if line.startswith(("TZID:", "TZOFFSETTO:", "DTSTART;"))]
print(f"mergecal: expected two definitions under two names; seen {' '.join(zones)}")
first = datetime.fromisoformat("2026-10-24T09:00:00+02:00").isoformat()
same = all(times == [first, first] for times in seen.values())
one = zones == ["TZID:Venue", "TZOFFSETTO:+0200"] + ["DTSTART;TZID=Venue:20261024T090000"] * 2
sys.exit(0 if same and one else 1)
PYTHON
