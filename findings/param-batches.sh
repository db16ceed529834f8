#!/usr/bin/env bash
# In param, a change that sets a value twice reports an old value that no watcher has ever seen.
#
# param calls watchers when a parameter changes, with its old and its new value. batch_call_watchers collects changes,
# so that each watcher is called once. If a parameter is set twice in between, the watcher gets the event of the last
# assignment: old is the value from within the batch, not the one that the watcher knows, and undo puts that back. If
# the parameter has its former value at the end, the watcher is called as well, with an event of the type "changed",
# although watchers are by default called only if a value has changed.
#
# Installs param in a temporary folder, moves a talk within batches, and undoes this by the reported events.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-2.4.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "param==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

import param


class Talk(param.Parameterized):
    room = param.String("Red")


def after(rooms):
    talk, events = Talk(), []
    talk.param.watch(events.append, "room")
    with param.parameterized.batch_call_watchers(talk):
        for room in rooms:
            talk.room = room
    reported = [(event.old, event.new, event.type) for event in events]
    for event in reversed(events):
        talk.room = event.old
    return reported, talk.room


print(f"param {sys.argv[1]}: a talk in Red, moved within a batch")
same = True
for rooms, wanted, known in (
    (["Green"], [("Red", "Green", "changed")], ([("Red", "Green", "changed")], "Red")),
    (["Blue", "Green"], [("Red", "Green", "changed")], ([("Blue", "Green", "changed")], "Blue")),
    (["Blue", "Red"], [], ([("Blue", "Red", "changed")], "Blue")),
):
    seen = after(rooms)
    print(f"to {' and '.join(rooms)}: expected the events {wanted}, and Red after undo; "
          f"seen {seen[0]}, and {seen[1]} after undo")
    same = same and seen == known
sys.exit(0 if same else 1)
PYTHON
