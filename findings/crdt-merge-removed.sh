#!/usr/bin/env bash
# With crdt-merge, removed entries of a set come back with each merge, and a map answers in two ways what it has.
#
# The types of crdt-merge are there for devices that merge their states in any order. In ORSet, removing an entry
# forgets the marks of its additions, and merge takes the marks of both sides: as long as any device has the entry, the
# next merge brings it back to the device that removed it, also if nothing happened at the same time. In LWWMap, a name
# that was deleted and later set on another device is in value, and get answers that it is not there: a merge keeps the
# mark of the deletion, and get does not look at the times. Two values that were set at one time without node_id,
# which is optional, stay different on both devices after each merge.
# A cancelled talk is back in the program after the next exchange: use LWWMap instead of ORSet, read only value, and
# give a node_id with each value.
#
# Installs crdt-merge in a temporary folder; two devices change talks and merge their states.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.11.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "crdt-merge==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from crdt_merge import LWWMap, LWWRegister, ORSet

print(f"crdt-merge {sys.argv[1]}: two devices, here and there")
here = ORSet()
for title in ("Opening", "Lunch"):
    here.add(title)
there = ORSet().merge(here)
there.remove("Lunch")
removed = sorted(there.value)
for _ in range(3):
    here, there = here.merge(there), there.merge(here)
talks = [sorted(device.value) for device in (here, there)]
print(f"a set of Opening and Lunch, there Lunch is removed: {removed}")
print(f"after three exchanges: expected {[removed] * 2}; seen {talks}")

here = LWWMap()
here.set("room", "Red", timestamp=1.0, node_id="here")
there = LWWMap().merge(here)
there.delete("room", timestamp=2.0)
here.set("room", "Blue", timestamp=3.0, node_id="here")
here, there = here.merge(there), there.merge(here)
rooms = [(device.value.get("room"), device.get("room")) for device in (here, there)]
print(f"a map, the room is deleted there, then set to Blue here, by value and by get: expected Blue; seen {rooms}")


def titles(names):
    here, there = (LWWRegister(title, 1.0, name) for title, name in zip(("Opening", "Welcome"), names))
    return [device.value for device in (here.merge(there), there.merge(here))]


named, unnamed = titles(("here", "there")), titles(("", ""))
print(f"two titles of one time: with node_id {named}; without: expected one title; seen {unnamed}")
sys.exit(0 if (removed, talks, rooms, named, unnamed) == (
    ["Opening"], [["Lunch", "Opening"]] * 2, [("Blue", None)] * 2, ["Welcome"] * 2, ["Opening", "Welcome"]) else 1)
PYTHON
