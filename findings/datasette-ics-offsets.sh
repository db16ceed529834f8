#!/usr/bin/env bash
# datasette-ics drops the offset of a start and writes its hours as UTC; a length is a count of days.
#
# The plugin of Datasette gives the answer of a query as a calendar, if it has a column event_dtstart. Of a start with
# an offset, as the exports of frab and pretalx have it (2026-07-10T10:00:00+02:00), the offset is cut, and a Z is
# written behind the hours: 10:00 in Berlin is 10:00 UTC, two hours late. With a column event_tzid, the same hours get
# that zone, also if the start is in UTC. A date becomes midnight in UTC, which is the evening before in America, and
# not an event of the whole day (RFC 5545, 3.3.4). A number in event_duration is a count of days, written as weeks and
# days together, which is not allowed (3.3.6); a text such as PT45M ends with status 500.
# The page of Datasette beside the calendar is right: let the query convert starts to UTC with a Z, or cut the offset
# and give event_tzid, and give event_dtend instead of a length.
#
# Installs Datasette and the plugin in a temporary folder and asks for calendars without a server.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.5.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet "datasette-ics==$version" datasette==0.65.5 ics==0.7.2 arrow==1.4.0
PYTHONWARNINGS=ignore TZ=UTC environment/bin/python - "$version" <<'PYTHON'
import json
import sqlite3
import subprocess
import sys
from urllib.parse import quote

sqlite3.connect("talks.db").close()


def asked(columns, name):
    query = f"select 'Knots' as event_name, {columns}"
    answers = [subprocess.run(
        ["environment/bin/datasette", "talks.db", "--get", f"/talks.{form}?_shape=array&sql={quote(query)}"],
        capture_output=True, text=True).stdout for form in ("json", "ics")]
    assert json.loads(answers[0])[0]["event_name"] == "Knots"
    return next((line for line in answers[1].splitlines() if line.startswith(name)), "status 500")


moment = "'2026-07-10T10:00:00+02:00' as event_dtstart"
zone = "'America/New_York' as event_tzid"
length = "as event_duration, '2026-07-10T08:00:00Z' as event_dtstart"
cases = [
    ("10:00 with +02:00", "DTSTART:20260710T080000Z", asked(moment, "DTSTART"), "DTSTART:20260710T100000Z"),
    ("the same with event_tzid New York", "DTSTART;TZID=America/New_York:20260710T040000",
     asked(f"{moment}, {zone}", "DTSTART"), "DTSTART;TZID=America/New_York:20260710T100000"),
    ("10:00 without an offset, with event_tzid", "DTSTART;TZID=America/New_York:20260710T100000",
     asked(f"'2026-07-10T10:00:00' as event_dtstart, {zone}", "DTSTART"),
     "DTSTART;TZID=America/New_York:20260710T100000"),
    ("a date", "DTSTART;VALUE=DATE:20260710", asked("'2026-07-10' as event_dtstart", "DTSTART"),
     "DTSTART:20260710T000000Z"),
    ("a length of 45", "DURATION:PT45M or PT45S", asked(f"45 {length}", "DURATION"), "DURATION:P6W3D"),
    ("a length of PT45M", "DURATION:PT45M", asked(f"'PT45M' {length}", "DURATION"), "status 500")]
print(f"datasette-ics {sys.argv[1]}")
for name, expected, seen, known in cases:
    print(f"{name}: expected {expected}; seen {seen}")
sys.exit(0 if all(seen == known for _, _, seen, known in cases) else 1)
PYTHON
