#!/usr/bin/env bash
# Undo in collections-undo removes elements that were in the list before, or nothing.
#
# Its UndoableList is a list whose changes can be undone. Undo of an insertion deletes at the given position, which is
# not where the element is if the position was negative: it deletes a neighbor. Undo of an assignment to a slice writes
# to the same slice, which is wrong if the slice and the new values differ in length: elements appear twice, or the
# new ones stay. Redo then adds them once more.
#
# Installs collections-undo in a temporary folder, changes a list of three elements, and undoes each change.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.0.7}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "collections-undo==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from collections_undo import UndoableList

CASES = {
    "talks.insert(1, 'N')": (lambda talks: talks.insert(1, "N"), "ABC", "ANBC"),
    "talks[0:2] = ['N']": (lambda talks: talks.__setitem__(slice(0, 2), ["N"]), "AB", "N"),
    "talks.insert(-1, 'N')": (lambda talks: talks.insert(-1, "N"), "ABN", "ABNN"),
    "talks[1:1] = ['N']": (lambda talks: talks.__setitem__(slice(1, 1), ["N"]), "ANBC", "ANNBC"),
    "talks[0:2] = ['N', 'M', 'O']": (
        lambda talks: talks.__setitem__(slice(0, 2), ["N", "M", "O"]), "ABOC", "NMOOC")}

print(f"collections-undo {sys.argv[1]}: a list of A, B, C")
same = True
for text, (change, expected_undone, expected_redone) in CASES.items():
    talks = UndoableList(["A", "B", "C"])
    change(talks)
    changed = "".join(talks)
    talks.undo()
    undone = "".join(talks)
    talks.redo()
    redone = "".join(talks)
    print(f"{text} makes {changed}; undo: expected ABC, seen {undone}; redo: expected {changed}, seen {redone}")
    same = same and (undone, redone) == (expected_undone, expected_redone)
sys.exit(0 if same else 1)
PYTHON
