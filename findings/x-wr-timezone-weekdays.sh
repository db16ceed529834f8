#!/usr/bin/env bash
# With X-WR-TIMEZONE, evening workshops move to the next day, and those near midnight in Europe to the day before.
#
# Many calendars have X-WR-TIMEZONE, the zone in which a program should show them, and times in UTC. The package
# x-wr-timezone, which recurring-ical-events uses for every calendar, replaces these times by local ones. It leaves
# the days of the rule (BYDAY, BYMONTHDAY) as they are, although Wednesday 00:00 UTC is Tuesday evening in New
# York. UNTIL stays in UTC, while the series now follows the change of the clocks: the last day can be missing.
#
# Installs both in a temporary folder and lists series with and without X-WR-TIMEZONE.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-2.0.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "x-wr-timezone==$version" recurring-ical-events==3.8.2 \
  icalendar==7.3.2 python-dateutil==2.9.0.post0 tzdata==2026.6
PYTHONTZPATH='' "$folder/environment/bin/python" - <<'PYTHON'
import sys
from importlib.metadata import version
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events


def listed(zone, start, rule, *header):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", *header, "BEGIN:VEVENT", "UID:workshop",
             "DTSTAMP:20260101T000000Z", f"DTSTART:{start}", "DURATION:PT1H", f"RRULE:{rule}", "SUMMARY:Workshop",
             "END:VEVENT", "END:VCALENDAR", ""]
    events = recurring_ical_events.of(icalendar.Calendar.from_ical("\r\n".join(lines))).between(
        (2026, 1, 1), (2027, 1, 1))
    starts = sorted(event["DTSTART"].dt.astimezone(ZoneInfo(zone)) for event in events)
    return ", ".join(f"{start:%a %d %b %H:%M}" for start in starts)


print(f"x-wr-timezone {version('x-wr-timezone')}, recurring-ical-events {version('recurring-ical-events')}")
seen = []
for zone, start, rule in (
        ("America/New_York", "20260603T000000Z", "FREQ=WEEKLY;BYDAY=WE;COUNT=3"),
        ("America/New_York", "20260603T150000Z", "FREQ=WEEKLY;BYDAY=WE;COUNT=3"),
        ("Europe/Berlin", "20260601T220000Z", "FREQ=WEEKLY;BYDAY=MO;COUNT=3"),
        ("Europe/Berlin", "20261024T080000Z", "FREQ=DAILY;UNTIL=20261026T080000Z")):
    expected = listed(zone, start, rule)
    seen.append(listed(zone, start, rule, f"X-WR-TIMEZONE:{zone}"))
    print(f"{rule} from {start}, in {zone}: expected {expected}; seen {seen[-1]}")
known = ["Tue 02 Jun 20:00, Wed 03 Jun 20:00, Wed 10 Jun 20:00, Wed 17 Jun 20:00",
         "Wed 03 Jun 11:00, Wed 10 Jun 11:00, Wed 17 Jun 11:00",
         "Tue 02 Jun 00:00, Mon 08 Jun 00:00, Mon 15 Jun 00:00, Mon 22 Jun 00:00",
         "Sat 24 Oct 10:00, Sun 25 Oct 10:00"]
sys.exit(0 if seen == known else 1)
PYTHON
