#!/usr/bin/env bash
# The library ical drops the first date of an event with extra dates, and writes moved talks so that they are doubled.
#
# RDATE adds dates to the start of an event (RFC 5545, 3.8.5.2). ical lists only the added ones, unless the event
# has a rule as well, and takes the length of the first date for all. When it writes a calendar, RECURRENCE-ID,
# which says which occurrence of a series a change is for, loses its zone. ical itself reads that, but khal looks
# for the occurrence in another zone, finds none, and shows the talk at the old and at the new time. RANGE, which
# says that later occurrences move too, is not written either: they return to the old time.
#
# Installs ical and khal in a temporary folder; both list calendars before and after ical wrote them.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet ical==14.3.1 pydantic==2.14.4 tzdata==2026.6 khal==0.14.1 \
  icalendar==7.3.2 python-dateutil==2.9.0.post0 pytz==2026.6 urwid==5.1.0
cd "$folder"
mkdir calendar
cat >config <<CONFIG
[calendars]
[[talks]]
path = $folder/calendar
[sqlite]
path = $folder/cache.db
[locale]
local_timezone = Europe/Berlin
default_timezone = Europe/Berlin
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
CONFIG
HOME=$folder XDG_CONFIG_HOME=$folder PYTHONTZPATH='' TZ=Europe/Berlin LC_ALL=C.UTF-8 environment/bin/python - <<'PYTHON'
import pathlib
import subprocess
import sys
from importlib.metadata import version

from ical.calendar_stream import IcsCalendarStream

BERLIN = "TZID=Europe/Berlin"
SERIES = [f"DTSTART;{BERLIN}:20260601T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3"]


def calendar(*events):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN"]
    for event in events:
        lines += ["BEGIN:VEVENT", "UID:talk", "DTSTAMP:20260101T000000Z", *event, "SUMMARY:Talk", "END:VEVENT"]
    return "\r\n".join([*lines, "END:VCALENDAR", ""])


def moved(scope=""):
    return calendar(SERIES, [f"DTSTART;{BERLIN}:20260602T140000", "DURATION:PT1H",
                             f"RECURRENCE-ID;{BERLIN}{scope}:20260602T100000"])


def by_ical(text):
    timeline = IcsCalendarStream.calendar_from_ics(text).timeline
    return [f"{event.dtstart:%d %H:%M}-{event.end:%H:%M}" for event in timeline]


def by_khal(text):
    pathlib.Path("cache.db").unlink(missing_ok=True)
    pathlib.Path("calendar/talk.ics").write_text(text, newline="")
    answer = subprocess.run(
        ["environment/bin/khal", "-c", "config", "list", "--format", "{start-date} {start-time}-{end-time}",
         "--day-format", "", "2026-05-30", "14d"], capture_output=True, text=True, check=True)
    return [line[8:].strip() for line in answer.stdout.splitlines() if line.startswith("2026-")]


def rewritten(text):
    return IcsCalendarStream.calendar_to_ics(IcsCalendarStream.calendar_from_ics(text)).replace("\r\n", "\n").replace(
        "\n", "\r\n")


print(f"ical {version('ical')}, khal {version('khal')}")
extra = calendar([f"DTSTART;{BERLIN}:20260601T100000", "DURATION:PT1H", f"RDATE;{BERLIN}:20260603T140000"])
period = calendar([f"DTSTART;{BERLIN}:20260601T100000", "DURATION:PT1H",
                   f"RDATE;VALUE=PERIOD;{BERLIN}:20260603T140000/PT3H"])
seen = [by_ical(extra), by_ical(period), by_khal(moved()), by_khal(rewritten(moved())),
        by_khal(moved(";RANGE=THISANDFUTURE")), by_khal(rewritten(moved(";RANGE=THISANDFUTURE")))]
known = [["03 14:00-15:00"], ["03 14:00-15:00"],
         ["01 10:00-11:00", "02 14:00-15:00", "03 10:00-11:00"],
         ["01 10:00-11:00", "02 10:00-11:00", "02 14:00-15:00", "03 10:00-11:00"],
         ["01 10:00-11:00", "02 14:00-15:00", "03 14:00-15:00"],
         ["01 10:00-11:00", "02 10:00-11:00", "02 14:00-15:00", "03 10:00-11:00"]]
print(f"1 June 10:00 and RDATE 3 June 14:00: expected 01 10:00-11:00, 03 14:00-15:00; seen by ical {seen[0]}")
print(f"the same with a period of 3 hours: expected 01 10:00-11:00, 03 14:00-17:00; seen by ical {seen[1]}")
print(f"three talks, the second moved to 14:00: expected and seen by khal {seen[2]}")
print(f"after ical wrote that: expected the same; seen by khal {seen[3]}")
print(f"three talks, the second and later moved to 14:00: expected and seen by khal {seen[4]}")
print(f"after ical wrote that: expected the same; seen by khal {seen[5]}")
sys.exit(0 if seen == known else 1)
PYTHON
