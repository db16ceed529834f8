#!/usr/bin/env bash
# With calgebra, hours in which somebody is busy are free if they are listed from the last to the first.
#
# calgebra computes with calendars: `work - busy` is the time of work without that of other events, and a slice with
# the step -1 gives the same from the end. If a short event lies within a longer one, the reversed difference,
# complement and flatten take the end of the short one for that of the longer one, whose rest is free. Without the
# step, they are right; with events that only touch or overlap in part, both are the same.
# Who looks for the last free hour of a day in a room with a workshop and a break in it gets one within the workshop:
# list the hours from the first one, and turn the list.
#
# Installs calgebra in a temporary folder, and asks for the free hours of a day.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.10.11}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "calgebra==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import random
import sys

from calgebra import Interval, flatten, timeline


def hours(found):
    return sorted((part.start, part.end) for part in found)


def day(*events):
    return timeline(*(Interval(start=start, end=end) for start, end in events))


def both(times):
    return hours(times[8:20]), hours(times[8:20:-1])


work = day((8, 20))
print(f"calgebra {sys.argv[1]}: hours from 8 to 20; each list is shown from its first hour")
seen = []
for name, events in (("9 to 13 and 12 to 17", ((9, 13), (12, 17))), ("9 to 17 and 12 to 13", ((9, 17), (12, 13)))):
    busy = day(*events)
    for title, times in (("busy", flatten(busy)), ("free, work - busy", work - busy), ("free, ~busy", ~busy)):
        forward, backward = both(times)
        seen.append((forward, backward))
        print(f"events from {name}, {title}: expected {forward}, as without the step -1; seen {backward}")
chance, wrong = random.Random(1), [0, 0]
for _ in range(1000):
    starts = [chance.randrange(8, 19) for _ in range(4)]
    events = [(start, chance.randrange(start + 1, 21)) for start in starts]
    expected = set(range(8, 20)) - {hour for start, end in events for hour in range(start, end)}
    for index, found in enumerate(both(work - day(*events))):
        wrong[index] += {hour for start, end in found for hour in range(start, end)} != expected
print(f"1000 days with four events: expected 0 with wrong free hours; seen {wrong[0]}, with the step -1 {wrong[1]}")
same, free, late = [(9, 17)], [(8, 9), (17, 20)], [(8, 9), (13, 20)]
sys.exit(0 if seen == [(same, same), (free, free), (free, free), (same, [(9, 13)]), (free, late), (free, late)]
         and wrong[0] == 0 < wrong[1] else 1)
PYTHON
