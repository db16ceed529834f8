#!/usr/bin/env bash
# A change of a list also changes the unsaved event that brought the list, so it happens twice after loading.
#
# An aggregate of the library eventsourcing is what its events make of it: a method that is marked as an event is
# recorded with its arguments, and runs again when the aggregate is loaded. Events are frozen, but the arguments are
# not copied. If a method keeps a list that it got, and a later event changes that list before the first save, then
# the first event is stored with the changed list. Memory shows the right order until the program starts anew; then
# the change applies a second time. Earlier versions, which an app would use for undo, contain the later change.
# With a save between the events, or with a copy of the list, everything is as expected.
#
# Installs the library in a temporary folder, stores schedules in SQLite and loads them.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet eventsourcing==9.5.6
cd "$folder"
environment/bin/python - <<'PYTHON'
import sys
from importlib.metadata import version

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Schedule(Aggregate):
    @event("Created")
    def __init__(self, talks):
        self.talks = talks

    @event("Moved")
    def move(self, old, new):
        self.talks.insert(new, self.talks.pop(old))


class Copying(Aggregate):
    @event("Created")
    def __init__(self, talks):
        self.talks = list(talks)

    @event("Moved")
    def move(self, old, new):
        self.talks.insert(new, self.talks.pop(old))


SQLITE = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": "schedules.sqlite"}


def run(kind, saves_between):
    app = Application(env=SQLITE)
    schedule = kind(talks=["Opening", "Maps", "Closing"])
    if saves_between:
        app.save(schedule)
    schedule.move(0, 1)
    app.save(schedule)
    later = Application(env=SQLITE)
    return [schedule.talks, later.repository.get(schedule.id, version=1).talks,
            later.repository.get(schedule.id).talks]


first, second = ["Opening", "Maps", "Closing"], ["Maps", "Opening", "Closing"]
expected = [second, first, second]
cases = {
    "one save at the end": (run(Schedule, False), [second, second, first]),
    "a save after each step": (run(Schedule, True), expected),
    "one save at the end, with a copy of the list": (run(Copying, False), expected)}
print(f"eventsourcing {version('eventsourcing')}: {', '.join(first)}; then the first talk moves down by one")
for name, (seen, known) in cases.items():
    print(f"{name}:")
    for what, right, found in zip(("in memory", "loaded, version 1", "loaded, version 2"), expected, seen):
        print(f"  {what}: expected {', '.join(right)}; seen {', '.join(found)}")
sys.exit(0 if all(seen == known for seen, known in cases.values()) else 1)
PYTHON
