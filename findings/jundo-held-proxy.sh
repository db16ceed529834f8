#!/usr/bin/env bash
# With jundo, undo changes another element of a list than the one that was changed, and moved elements break it.
#
# Models are changed through proxies, which record the steps for undo. The proxy of an element of a list keeps the
# position that the element had when it was read. If another element is inserted in front of it or removed, a change
# through this proxy reaches the right element, but the recorded step names the former position: undo and redo write
# the old and the new value into its neighbor. An element that is moved with pop and insert comes back to the model as
# a proxy: it cannot be written as JSON, and after a change of it, undo raises AssertionError and loses the step.
# A form that stays open while a talk is added gives another talk its title when people undo: read the element again
# for each change, and insert a copy of a moved one.
#
# Installs jundo in a temporary folder, changes talks, and undoes it.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.1.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "jundo==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import json
import sys

from jundo import UndoManager


def start():
    talks = [{"title": title} for title in ("Opening", "Keynote", "Panel")]
    manager = UndoManager()
    return talks, manager, manager.setModel(talks)


def titles(talks):
    return [talk["title"] for talk in talks]


def renamed_after_insert(read_again):
    talks, manager, proxy = start()
    keynote = proxy[1]
    with manager.changeSet():
        proxy.insert(0, {"title": "Coffee"})
    with manager.changeSet():
        (proxy[2] if read_again else keynote)["title"] = "Talk"
    changed = titles(talks)
    manager.undo()
    return changed, titles(talks)


print(f"jundo {sys.argv[1]}: Opening, Keynote and Panel; Coffee is inserted in front, then Keynote becomes Talk")
again, held = renamed_after_insert(True), renamed_after_insert(False)
print(f"with a proxy that is read again: {again[0]}, after undo {again[1]}")
print(f"with one that was read before: {held[0]}, after undo expected {again[1]}; seen {held[1]}")

talks, manager, proxy = start()
with manager.changeSet():
    proxy.append(proxy.pop(0))
try:
    json.dumps(talks)
    written = "written"
except TypeError as error:
    written = type(error).__name__
with manager.changeSet():
    proxy[2]["title"] = "Welcome"
try:
    manager.undo()
    undone = "undone"
except AssertionError as error:
    undone = type(error).__name__
print(f"Opening is moved to the end: expected a model that can be written as JSON; seen {written}")
print(f"it becomes Welcome, then undo: expected no error, Opening at the end; seen {undone}, {titles(talks)}")
print(f"the step that undo did not take back is {'still' if len(manager.undoStack) == 2 else 'no longer'} on its stack")
known = ["Coffee", "Opening", "Talk", "Panel"]
sys.exit(0 if (again, held, written, undone, titles(talks), len(manager.undoStack)) == (
    (known, ["Coffee", "Opening", "Keynote", "Panel"]), (known, ["Coffee", "Keynote", "Talk", "Panel"]),
    "TypeError", "AssertionError", ["Keynote", "Panel", "Welcome"], 1) else 1)
PYTHON
