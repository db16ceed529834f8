#!/usr/bin/env bash
# In todoman, a series of tasks never ends, excluded dates come back, and five days to do a task become one.
#
# When a task with a rule is done, todoman writes the next one. It copies the rule with its COUNT, so each task is
# the first of a new series and none is the last. At UNTIL, a task loses the date until which it is due; all
# later ones have no date and never end, either. EXDATE is not copied. The rule is applied to the start and to the due
# date separately, although it gives the starts, and each occurrence is as long as the first (RFC 5545, 3.8.5.3): with
# BYDAY=MO, a task from Monday to Friday has both dates on Monday from the second week on.
#
# Installs todoman in a temporary folder and completes the open task of a series several times.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet todoman==4.7.0 icalendar==7.3.2 python-dateutil==2.9.0.post0 \
  tzdata==2026.6
cd "$folder"
mkdir tasks
cat >config.py <<CONFIG
path = "$folder/tasks"
date_format = "%Y-%m-%d"
time_format = "%H:%M"
cache_path = "$folder/cache.sqlite3"
CONFIG
HOME=$folder TZ=UTC LC_ALL=C.UTF-8 environment/bin/python - <<'PYTHON'
import json
import pathlib
import subprocess
import sys
from datetime import datetime
from importlib.metadata import version

import icalendar

FOLDER = pathlib.Path("tasks")


def todo(*arguments):
    return subprocess.run(["environment/bin/todo", "-c", "config.py", *arguments],
                          capture_output=True, text=True, check=True).stdout


def day(value):
    return datetime.strftime(value, "%a %d %H:%M") if value else "no date"


def series(*lines):
    """The dates of five tasks, or fewer if the series ends; each task is read and then done."""
    for file in FOLDER.iterdir():
        file.unlink()
    pathlib.Path("cache.sqlite3").unlink(missing_ok=True)
    (FOLDER / "task.ics").write_text("\r\n".join([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VTODO", "UID:task",
        "DTSTAMP:20260101T000000Z", *lines, "SUMMARY:Water", "END:VTODO", "END:VCALENDAR", ""]), newline="")
    found = []
    while len(found) < 5 and (left := json.loads(todo("--porcelain", "list"))):
        tasks = [icalendar.Calendar.from_ical(file.read_bytes()).walk("VTODO")[0] for file in FOLDER.iterdir()]
        [task] = [each for each in tasks if each.get("STATUS") != "COMPLETED"]
        found.append(" to ".join(day(task[name].dt if name in task else None) for name in ("DTSTART", "DUE")))
        todo("done", str(left[0]["id"]))
    return found


def days(*numbers):
    names = {19: "Mon", 20: "Tue", 21: "Wed", 22: "Thu", 23: "Fri", 24: "Sat"}
    return [f"{names[each]} {each} 09:00 to {names[each]} {each} 10:00" for each in numbers]


hour = ["DTSTART:20261019T090000Z", "DUE:20261019T100000Z"]
cases = [
    (hour + ["RRULE:FREQ=DAILY;COUNT=3"], days(19, 20, 21), days(19, 20, 21, 22, 23)),
    (hour + ["RRULE:FREQ=DAILY;UNTIL=20261021T090000Z"], days(19, 20, 21),
     days(19, 20) + ["Wed 21 09:00 to no date"] + ["no date to no date"] * 2),
    (hour + ["RRULE:FREQ=DAILY", "EXDATE:20261020T090000Z"], days(19, 21, 22, 23, 24), days(19, 20, 21, 22, 23)),
    (["DTSTART:20261005T090000Z", "DUE:20261009T170000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3"],
     [f"Mon {each:02} 09:00 to Fri {each + 4:02} 17:00" for each in (5, 12, 19)],
     ["Mon 05 09:00 to Fri 09 17:00", "Mon 12 09:00 to Mon 12 17:00", "Mon 19 09:00 to Mon 19 17:00",
      "Mon 26 09:00 to Mon 26 17:00", "Mon 02 09:00 to Mon 02 17:00"])]
print(f"todoman {version('todoman')}: the first tasks of a series from October 2026 on, each done when it was read")
unchanged = True
for lines, expected, known in cases:
    seen = series(*lines)
    print(f"{' '.join(lines)}:\n  expected {'; '.join(expected)}\n  seen {'; '.join(seen)}"
          + (", and so on" if len(seen) == 5 else ""))
    unchanged = unchanged and seen == known
sys.exit(0 if unchanged else 1)
PYTHON
