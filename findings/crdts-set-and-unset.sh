#!/usr/bin/env bash
# With crdts, two devices that exchanged the same changes keep different maps if one set what the other one removed.
#
# The replicated data types of crdts are there for devices that change the same data and agree after they exchanged
# their changes, in any order. With LWWMap and MVMap they do not if a name is set on one device and removed on the
# other one at the same logical time: with LWWMap, each device has the answer of the other one; with MVMap, one has both
# answers, and the other one only its own. Later changes of other names do not help. Sending the complete histories
# helps with LWWMap only.
# A talk has a room on one phone and none on the other, and nobody is told: instead of removing a name, set it to a
# value that stands for nothing.
#
# Installs crdts in a temporary folder; two maps set and remove the room of a talk, and exchange their changes.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.0.4}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "crdts==$version" packify==0.4.0
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from crdts import LWWMap, MVMap, ScalarClock


def rooms(kind, other_change):
    here, there = (kind(clock=ScalarClock(uuid=b"plan")) for _ in range(2))
    writers = ([b"1"], [b"2"]) if kind is LWWMap else ([], [])
    there.update(here.set("room", "Red", *writers[0]))
    by_here = here.set("room", "Blue", *writers[0])
    by_there = other_change(there, writers[1])
    here.update(by_there)
    there.update(by_here)
    for one, other in ((here, there), (there, here)):
        one.update(other.set("title", "Opening", *writers[0]))
    first = [answer(device) for device in (here, there)]
    for one, other in ((here, there), (there, here)):
        for change in other.history():
            one.update(change)
    return first, [answer(device) for device in (here, there)]


def answer(device):
    value = device.read().get("room")
    values = value if isinstance(value, tuple) else [value]
    return sorted(item if isinstance(item, str) else "none" for item in values)


print(f"crdts {sys.argv[1]}: one device sets the room to Blue, the other one sets or removes it at the same time")
seen = []
for kind in (LWWMap, MVMap):
    set_too = rooms(kind, lambda device, writer: device.set("room", "Green", *writer))
    removed = rooms(kind, lambda device, writer: device.unset("room", *writer))
    print(f"{kind.__name__}, both set: {set_too[0]}; expected one answer on both devices, as seen")
    print(f"{kind.__name__}, one removed: expected one answer on both devices; seen {removed[0]}")
    print(f"the complete histories are exchanged as well: {removed[1]}")
    seen.append((set_too[0], *removed))
known = [
    ([["Green"]] * 2, [["none"], ["Blue"]], [["none"]] * 2),
    ([["Blue", "Green"]] * 2, [["Blue", "none"], ["Blue"]], [["Blue", "none"], ["Blue"]]),
]
sys.exit(0 if seen == known else 1)
PYTHON
