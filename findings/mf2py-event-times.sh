#!/usr/bin/env bash
# mf2py loses the start of an event that a page gives beside the text, and reads 9:30am as a time that sorts wrongly.
#
# hCalendar and h-event mark events in HTML. The value class pattern, which both use, lets a page show "Friday at ten"
# and give the moment in the title of an empty element of the class value-title. mf2py looks for the title at the
# element around it: the event has no start, or it has the date of a tooltip. For other properties, such as the place,
# it reads the right title. Hours with one digit, as in 9:30am, stay as they are: 2026-07-10 9:30 is not a date of
# ISO 8601, Python's datetime refuses it, and as text, it is after 10:00.
# A schedule that is collected from pages lacks such talks, and has the morning in a wrong order: compare the count
# of starts with that of events, and add the digit before sorting.
#
# Installs mf2py in a temporary folder and reads events.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-2.0.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "mf2py==$version" beautifulsoup4==4.15.0 html5lib==1.1
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import datetime

import mf2py


def event(start, place="Red"):
    page = f'<div class="h-event"><p class="p-name">Opening</p>{start}<span class="p-location">{place}</span></div>'
    return mf2py.parse(doc=page)["items"][0]["properties"]


def titled(text, value):
    return f'<span class="value-title" title="{value}"> </span>{text}'


MOMENT = "2026-07-10T10:00"
print(f"mf2py {sys.argv[1]}")
seen = []
for name, start in (
    ("an element time", f'<time class="dt-start" datetime="{MOMENT}">Friday at ten</time>'),
    ("a title of the class value-title", f'<span class="dt-start">{titled("Friday at ten", MOMENT)}</span>'),
    ("the same with a tooltip",
     f'<span class="dt-start" title="2026-01-31">{titled("Friday at ten", MOMENT)}</span>'),
):
    found = event(start)["start"]
    print(f"{name}: expected the start ['{MOMENT}']; seen {found}")
    seen.append(found)
place = event("", titled("the red room", "Red"))["location"]
print(f"the place with a title of the class value-title: expected ['Red']; seen {place}")

times = []
for text, expected in (("10:00am", "2026-07-10 10:00"), ("9:30am", "2026-07-10 09:30")):
    found = event(f'<p class="dt-start"><b class="value">2026-07-10</b> <b class="value">{text}</b></p>')["start"][0]
    print(f"{text}: expected {expected}; seen {found}")
    times.append(found)
try:
    read = str(datetime.fromisoformat(times[1]))
except ValueError as error:
    read = type(error).__name__
print(f"sorted: expected 9:30 first; seen {sorted(times)}; read by Python's datetime: {read}")
sys.exit(0 if (seen, place, times, sorted(times), read) == (
    [[MOMENT], [], ["2026-01-31"]], ["Red"], ["2026-07-10 10:00", "2026-07-10 9:30"],
    ["2026-07-10 10:00", "2026-07-10 9:30"], "ValueError") else 1)
PYTHON
