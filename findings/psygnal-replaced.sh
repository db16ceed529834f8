#!/usr/bin/env bash
# In psygnal, nobody watches what is put in the place of an element of a list, and the former element stays selected.
#
# An EventedList reports changes within its elements as child_event. It does so for elements that are appended or
# inserted, but not for those that are assigned to a position or to a slice. In a SelectableEventedList, an element
# that is replaced stays in the selection, so that remove_selected raises ValueError. select_next looks the current
# element up by its value: in a list with two equal elements, it goes in a circle and never comes to the end.
# In a schedule with two breaks, the arrow key never leaves the morning, and an app that saves what child_event reports
# loses later changes of a new talk: remove the old element and insert the new one, and give breaks different values.
#
# Installs psygnal in a temporary folder, replaces talks and moves a selection.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.16.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "psygnal==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from dataclasses import dataclass

from psygnal import evented
from psygnal.containers import EventedList, SelectableEventedList


@evented
@dataclass
class Talk:
    title: str


def reported(change):
    talks, events = EventedList([Talk("Opening"), Talk("Keynote")], child_events=True), []
    talks.events.child_event.connect(events.append)
    change(talks)
    for talk in talks:
        talk.title += "!"
    return len(events)


def insert(talks):
    talks.pop(0)
    talks.insert(0, Talk("Welcome"))


def assign(talks):
    talks[0] = Talk("Welcome")


def assign_slice(talks):
    talks[0:1] = [Talk("Welcome")]


print(f"psygnal {sys.argv[1]}: the first of two talks is replaced, then both titles are changed")
counts = [reported(change) for change in (insert, assign, assign_slice)]
for name, count in zip(("pop and insert", "assignment", "assignment to a slice"), counts):
    print(f"{name}: expected 2 reported changes; seen {count}")

talks = SelectableEventedList(["Opening", "Keynote", "Closing"])
talks.selection.active = "Keynote"
talks[1] = "Panel"
selected = sorted(talks.selection)
try:
    talks.remove_selected()
    removed = list(talks)
except ValueError as error:
    removed = type(error).__name__
print(f"Keynote is selected and replaced by Panel: expected a selection without Keynote; seen {selected}")
print(f"the selected entries are removed: expected no error; seen {removed}")

day = SelectableEventedList(["Opening", "Break", "Keynote", "Break", "Closing"])
day.selection.active = "Opening"
visited = []
for _ in range(6):
    day.select_next()
    visited.append(day.selection.active)
print(f"six steps down in {list(day)}: expected the last entry at the end; seen {visited}")
sys.exit(0 if (counts, selected, removed, visited) == (
    [2, 1, 1], ["Keynote"], "ValueError", ["Break", "Keynote"] * 3) else 1)
PYTHON
