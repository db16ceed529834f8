#!/usr/bin/env bash
# After a mutation that failed halfway, undo in reliev changes the wrong element.
#
# reliev keeps a state and records what each mutation changes, so that it can be undone. If a mutation raises an error,
# the changes that it made before the error stay in the state, and are not recorded. The next undo takes back the
# mutation before, whose positions in lists no longer fit: it removes another element than the one that was added.
#
# Installs reliev in a temporary folder, adds two talks, lets a mutation fail, and undoes.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet reliev==0.1.3 observ==1.0.0 patchdiff==1.0.0
"$folder/environment/bin/python" - <<'PYTHON'
import sys

from reliev import Store, mutation


class Favorites(Store):
    @mutation
    def add(self, title):
        self.state["talks"].append(title)

    @mutation
    def put_first(self, title, minutes):
        self.state["talks"].insert(0, title)
        self.state["minutes"] += int(minutes)

    def titles(self):
        return list(self.state["talks"])


store = Favorites({"talks": [], "minutes": 0})
store.add("Opening")
store.add("Lunch")
try:
    store.put_first("Keynote", "unknown")
except ValueError as error:
    print("reliev 0.1.3: the talks Opening and Lunch are added; a mutation puts Keynote first, then raises", error)
failed = store.titles()
print(f"expected after the error: Opening, Lunch, or Keynote as a step that can be undone; seen: {failed}")
store.undo()
undone = store.titles()
print(f"expected after undo: [Opening, Lunch] or [Opening]; seen: {undone}")
store.redo()
redone = store.titles()
print(f"after redo, seen: {redone}")
sys.exit(0 if (failed, undone) == (["Keynote", "Opening", "Lunch"], ["Keynote", "Lunch"]) else 1)
PYTHON
