#!/usr/bin/env bash
# In two libraries for shared documents, undo of a deletion drops what others wrote into the entry in the meantime.
#
# The documentation of loro, and of Yjs, which pycrdt implements, limits undo to the changes of this device. A device
# that deletes a talk by mistake and undoes that puts a copy of the talk in the list, with what it had when it was
# deleted. If another device has not received that yet and writes into the talk, it writes into the old one: the new
# title and the room are lost on both devices, although nobody replaced them, and also if they were written
# after the undo. What arrives before the deletion remains. With a mark in the talk instead of a deletion, nothing
# is lost.
#
# Installs pycrdt and loro in a temporary folder and connects two documents.
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


class Pycrdt:
    def __init__(self):
        self.here, self.there = pycrdt.Doc(), pycrdt.Doc()
        self.talks = self.here.get("talks", type=pycrdt.Array)
        self.others = self.there.get("talks", type=pycrdt.Array)
        self.talks.append(pycrdt.Map({"title": "Draft"}))
        self.exchange()
        self.manager = pycrdt.UndoManager(scopes=[self.talks], capture_timeout_millis=0)
        self.manager.include_origin("here")

    def exchange(self):
        self.there.apply_update(self.here.get_update(self.there.get_state()))
        self.here.apply_update(self.there.get_update(self.here.get_state()))

    def delete(self):
        with self.here.transaction(origin="here"):
            del self.talks[0]

    def mark(self):
        with self.here.transaction(origin="here"):
            self.talks[0]["deleted"] = True

    def undo(self):
        self.manager.undo()

    def write(self):
        self.others[0]["title"] = "Opening"
        self.others[0]["room"] = "Hall"

    def seen(self):
        return self.talks.to_py(), self.others.to_py()


class Loro:
    def __init__(self):
        self.here, self.there = loro.LoroDoc(), loro.LoroDoc()
        self.here.peer_id, self.there.peer_id = 1, 2
        self.here.get_list("talks").insert_container(0, loro.LoroMap()).insert("title", "Draft")
        self.exchange()
        self.manager = loro.UndoManager(self.here)

    def exchange(self):
        self.here.commit()
        self.there.commit()
        self.there.import_(self.here.export(loro.ExportMode.Snapshot()))
        self.here.import_(self.there.export(loro.ExportMode.Snapshot()))

    def delete(self):
        self.here.get_list("talks").delete(0, 1)
        self.here.commit()

    def mark(self):
        self.here.get_list("talks").get(0).container.insert("deleted", True)
        self.here.commit()

    def undo(self):
        self.manager.undo()

    def write(self):
        talk = self.there.get_list("talks").get(0).container
        talk.insert("title", "Opening")
        talk.insert("room", "Hall")

    def seen(self):
        return self.here.get_deep_value()["talks"], self.there.get_deep_value()["talks"]


draft, written = [{"title": "Draft"}], [{"title": "Opening", "room": "Hall"}]
orders = {
    "write exchange delete undo": written,
    "delete write exchange undo": draft,
    "delete undo write": draft,
    "mark write exchange undo": written}
unchanged = True
for name, library in (("pycrdt 0.14.13", Pycrdt), ("loro 1.17.1", Loro)):
    print(f"{name}: here the talk Draft is deleted, and that is undone; there it gets the title Opening and a room")
    for steps, known in orders.items():
        devices = library()
        for step in steps.split():
            getattr(devices, step)()
        devices.exchange()
        here, there = devices.seen()
        print(f"  {steps.replace(' ', ', ')}, exchange: expected {written}; seen on both: {here}")
        unchanged = unchanged and here == there == known
sys.exit(0 if unchanged else 1)
PYTHON
