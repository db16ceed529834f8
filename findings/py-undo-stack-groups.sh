#!/usr/bin/env bash
# In py-undo-stack, one error in a group of commands disables undo for good; a smaller limit redoes the wrong command.
#
# group_undo_commands is for several commands that are undone as one. If an error leaves its block, the group stays
# open: undo does nothing any more, all later commands go into this group, which nothing can reach, and the application
# is not told. set_undo_limit, as a preference for the number of steps, drops the oldest commands. If some were undone
# before, the position in the stack becomes negative: redo runs the newest command first, and then an older one. A
# stack that is removed from an UndoGroup remains the active one, so that undo changes a document that was closed.
# One file that cannot be imported is enough to lose undo for the session: catch errors within the block, set the limit
# before the first command, and set another stack as the active one before removing one.
#
# Installs py-undo-stack in a temporary folder, and undoes changes of a dictionary.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.1.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "py-undo-stack==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from undo_stack import UndoCommand, UndoGroup, UndoStack


class Rename(UndoCommand):
    def __init__(self, talk, title):
        super().__init__()
        self.talk, self.old, self.new = talk, talk["title"], title
        self.redo()

    def undo(self):
        self.talk["title"] = self.old

    def redo(self):
        self.talk["title"] = self.new


print(f"py-undo-stack {sys.argv[1]}")
talk, stack = {"title": "Opening"}, UndoStack()
stack.push(Rename(talk, "Welcome"))
try:
    with stack.group_undo_commands("import"):
        raise ValueError("a file that cannot be read")
except ValueError:
    pass
stack.push(Rename(talk, "Keynote"))
stack.undo()
group = talk["title"], stack.can_undo(), stack.n_commands()
print(f"an error in a group, then Welcome becomes Keynote, and undo: expected ('Welcome', True, 2); seen {group}")

talk, stack, redone = {"title": "0"}, UndoStack(), []
for number in range(1, 6):
    stack.push(Rename(talk, str(number)))
for _ in range(3):
    stack.undo()
stack.set_undo_limit(2)
while stack.can_redo() and len(redone) < 5:
    stack.redo()
    redone.append(talk["title"])
print(f"titles 1 to 5, back to 2, then a limit of two steps; redo: expected ['4', '5']; seen {redone}")

talk, documents = {"title": "Opening"}, UndoGroup()
closed = UndoStack(undo_group=documents)
documents.set_active_stack(closed)
closed.push(Rename(talk, "Welcome"))
documents.remove_stack(closed)
documents.undo()
print(f"the only document is removed from its group, then undo: expected Welcome; seen {talk['title']}")
sys.exit(0 if (group, redone, talk["title"]) == (("Keynote", False, 1), ["5", "4", "5"], "Opening") else 1)
PYTHON
