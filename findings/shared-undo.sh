#!/usr/bin/env bash
# In two libraries for shared documents, undo reverts changes of another device.
#
# The documentation of loro, and of Yjs, which pycrdt implements, limits undo to the changes of this device. In
# pycrdt, a change that arrives by apply_update has no origin, and UndoManager records changes without an origin:
# the first undo removes what the other device did. In loro, undo writes the value from before the own change,
# also if the other device has seen this change and replaced it: its newer value is lost on both devices.
#
# Installs both in a temporary folder and connects two documents.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet pycrdt==0.14.13 loro==1.17.1
"$folder/environment/bin/python" - <<'PYTHON'
import sys

import loro
import pycrdt


def exchange_pycrdt(one, other):
    one.apply_update(other.get_update(one.get_state()))
    other.apply_update(one.get_update(other.get_state()))


def exchange_loro(one, other):
    one.commit()
    other.commit()
    one.import_(other.export(loro.ExportMode.Snapshot()))
    other.import_(one.export(loro.ExportMode.Snapshot()))


here, there = pycrdt.Doc(), pycrdt.Doc()
here["talk"], there["talk"] = pycrdt.Map({"title": "Draft"}), pycrdt.Map()
exchange_pycrdt(here, there)
undo = pycrdt.UndoManager(scopes=[here["talk"]], capture_timeout_millis=0)
here["talk"]["title"] = "Opening"
there["talk"]["room"] = "Hall"
exchange_pycrdt(here, there)
undo.undo()
exchange_pycrdt(here, there)
pycrdt_seen = there["talk"].to_py()
print("pycrdt 0.14.13: here the title Draft becomes Opening, there a room is added; then undo here")
print(f"expected: title Draft, room Hall; seen on both: {pycrdt_seen}")

here, there = loro.LoroDoc(), loro.LoroDoc()
here.peer_id, there.peer_id = 1, 2
here.get_map("talk").insert("title", "Draft")
exchange_loro(here, there)
undo = loro.UndoManager(here)
here.get_map("talk").insert("title", "Opening")
exchange_loro(here, there)
there.get_map("talk").insert("title", "Welcome")
exchange_loro(here, there)
undo.undo()
exchange_loro(here, there)
loro_seen = there.get_deep_value()["talk"]
print("loro 1.17.1: here Draft becomes Opening, there Opening becomes Welcome; then undo here")
print(f"expected: title Welcome, which is not a change of this device; seen on both: {loro_seen}")
same = here.get_deep_value()["talk"] == loro_seen
sys.exit(0 if pycrdt_seen == {"title": "Opening"} and loro_seen == {"title": "Draft"} and same else 1)
PYTHON
