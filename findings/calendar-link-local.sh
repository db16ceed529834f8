#!/usr/bin/env bash
# Links of calendar-link for Google, Yahoo and AOL have local hours as UTC, and a whole day has no length.
#
# calendar-link makes links by which people add an event to their calendar, and a file for those who prefer one. Its
# start and end are times with a zone. The file has the right moment; the links for Google, Yahoo and AOL have the local
# hours with a Z behind them: 10:00 in Berlin is 10:00 UTC. In the links for Outlook, the moment is right, but they have
# no question mark, and thus no query (RFC 3986, 3.4). A whole day, written as in the documentation with one date for
# start and end, goes from midnight UTC to the same midnight in the links, and from the day to the same day in the file;
# there, the end is exclusive, so that the day has no length (RFC 5545, 3.8.2.2). The identifier in the file is the
# title and the hour: two lightning talks at 10:00 in two rooms are one event.
# Who adds a talk by a link comes hours late or early, and a test in London in winter passes: convert times to UTC
# before making links, give the day after the last as the end, and set identifiers in the file.
#
# Installs calendar-link in a temporary folder and makes links and files.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.3.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "calendar-link==$version" pytz==2026.6 tzdata==2026.6
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import datetime, timedelta
from urllib.parse import parse_qs, urlparse
from zoneinfo import ZoneInfo

from calendar_link import CalendarEvent, CalendarGenerator

links = CalendarGenerator()


def linked(event, service, name):
    return parse_qs(urlparse(links.generate_link(event, service)).query)[name][0]


def lined(event, name):
    return next(line for line in links.generate_ics(event).splitlines() if line.startswith(name))


start = datetime(2026, 6, 10, 10, tzinfo=ZoneInfo("Europe/Berlin"))
hour = {"start_time": start, "end_time": start + timedelta(hours=1), "title": "Lightning talk"}
talk, other = CalendarEvent(**hour, location="Hall 1"), CalendarEvent(**hour, location="Hall 2")
day = CalendarEvent(title="Camp", start_time=datetime(2026, 6, 10), end_time=datetime(2026, 6, 10), all_day=True)
cases = [
    ("10:00 in Berlin, in the file", "DTSTART;TZID=Europe/Berlin:20260610T100000", lined(talk, "DTSTART"),
     "DTSTART;TZID=Europe/Berlin:20260610T100000"),
    ("the link for Outlook has a query", True, bool(urlparse(links.generate_link(talk, "outlook")).query), False),
    ("Google", "20260610T080000Z/20260610T090000Z", linked(talk, "google", "dates"),
     "20260610T100000Z/20260610T110000Z"),
    ("Yahoo", "20260610T080000Z", linked(talk, "yahoo", "st"), "20260610T100000Z"),
    ("AOL", "20260610T080000Z", linked(talk, "aol", "st"), "20260610T100000Z"),
    ("a whole day, Google", "20260610/20260611", linked(day, "google", "dates"), "20260610T000000Z/20260610T000000Z"),
    ("the end in the file", "DTEND;VALUE=DATE:20260611", lined(day, "DTEND"), "DTEND;VALUE=DATE:20260610"),
    ("two talks of one title and hour have one identifier", False, lined(talk, "UID") == lined(other, "UID"), True)]
print(f"calendar-link {sys.argv[1]}")
for name, expected, seen, known in cases:
    print(f"{name}: expected {expected}; seen {seen}")
sys.exit(0 if all(seen == known for _, _, seen, known in cases) else 1)
PYTHON
