#!/usr/bin/env bash
# pendulum counts two hours over midnight as a day, and moves times by an hour when they are stored.
#
# The library extends datetime of Python. According to its documentation, in_days gives the days of a difference,
# truncated; it counts midnights instead: from 23:00 to 1:00, there is one day, although in_words says two hours. When
# the clocks go back, pickle and copy.copy, which caches, queues and processes use, drop fold: of the two equal hours,
# the stored time is the first one, an hour early; both compare as equal. copy.deepcopy and Python's datetime keep it. A
# length of a month becomes 30 days when it is stored, and when it is added to another one; half of a year is nothing.
# Countdowns and fees for days are one day too high, and reminders come early once a year, or a day early after a month:
# divide total_seconds for days, store times as text, and add the parts of a length to the date one by one.
#
# Installs pendulum in a temporary folder, counts, stores and adds.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-3.3.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "pendulum==$version" tzdata==2026.6 python-dateutil==2.9.0.post0
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import copy
import pickle
import sys

import pendulum


def stored(value):
    return pickle.loads(pickle.dumps(value))


def after(length):
    return (pendulum.datetime(2026, 1, 15) + length).to_date_string()


night = pendulum.datetime(2026, 7, 11, 1) - pendulum.datetime(2026, 7, 10, 23)
evening = pendulum.datetime(2026, 7, 10, 23) - pendulum.datetime(2026, 7, 10, 9)
second = pendulum.datetime(2026, 10, 25, 1, tz="UTC").in_timezone("Europe/Berlin")
month, day, year = pendulum.duration(months=1), pendulum.duration(days=1), pendulum.duration(years=1)
cases = [
    ("days from 9:00 to 23:00", 0, evening.in_days(), 0),
    (f"days from 23:00 to 1:00, which is {night.in_words()}", 0, night.in_days(), 1),
    ("the second 2:00 of 25 October in Berlin", "+01:00", second.isoformat()[-6:], "+01:00"),
    ("the same after pickle", "+01:00", stored(second).isoformat()[-6:], "+02:00"),
    ("the same after copy.copy", "+01:00", copy.copy(second).isoformat()[-6:], "+02:00"),
    ("the same after copy.deepcopy", "+01:00", copy.deepcopy(second).isoformat()[-6:], "+01:00"),
    ("a month after 15 January", "2026-02-15", after(month), "2026-02-15"),
    ("the same with a stored length", "2026-02-15", after(stored(month)), "2026-02-14"),
    ("a month and a day after 15 January", "2026-02-16", after(month + day), "2026-02-15"),
    ("half of a year after 15 January", "2026-07-15", after(year / 2), "2026-01-15")]
print(f"pendulum {sys.argv[1]}")
for name, expected, seen, known in cases:
    print(f"{name}: expected {expected}; seen {seen}")
sys.exit(0 if all(seen == known for _, _, seen, known in cases) else 1)
PYTHON
