#!/usr/bin/env bash
# In collections-extended, remove takes the wrong element from a setlist after an element was popped or moved.
#
# A setlist is a list without duplicates that knows the position of each element. pop with a position does not correct
# the positions of the elements behind it, and insert behind the end, which a list allows, stores a position that does
# not exist. Then index is wrong, and remove and discard look at the wrong place: they take the next element, without
# an error, or raise IndexError. reverse, sort and del correct the positions, so that tests with these pass.
# Moving a talk with insert and pop is how a program is rearranged: later, another talk than the cancelled one is gone.
# Use del instead of pop with a position, and append instead of insert at the end.
#
# Installs collections-extended in a temporary folder, moves talks, and removes one.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-2.0.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "collections-extended==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from collections_extended import setlist

PROGRAM = ["Opening", "Keynote", "Lunch", "Panel"]


def pop(talks):
    return talks.pop(0)


def delete(talks):
    del talks[0]


def move(talks):
    talks.insert(2, talks.pop(0))


def insert_behind_the_end(talks):
    talks.insert(99, "Party")


def after(change, act):
    expected, seen = list(PROGRAM), setlist(PROGRAM)
    change(expected)
    change(seen)
    answers = []
    for talks in (expected, seen):
        try:
            answers.append((act(talks), list(talks)))
        except (IndexError, ValueError) as error:
            answers.append((type(error).__name__, list(talks)))
    return answers


print(f"collections-extended {sys.argv[1]}: a setlist of {PROGRAM}; expected is what a list does")
same = True
for change, name, act, known in (
    (delete, "remove Keynote", lambda talks: talks.remove("Keynote"), (None, ["Lunch", "Panel"])),
    (pop, "remove Keynote", lambda talks: talks.remove("Keynote"), (None, ["Keynote", "Panel"])),
    (move, "remove Keynote", lambda talks: talks.remove("Keynote"), (None, ["Keynote", "Opening", "Panel"])),
    (pop, "remove Panel", lambda talks: talks.remove("Panel"), ("IndexError", ["Keynote", "Lunch", "Panel"])),
    (pop, "index of Keynote", lambda talks: talks.index("Keynote"), (1, ["Keynote", "Lunch", "Panel"])),
    (insert_behind_the_end, "index of Party", lambda talks: talks.index("Party"), ("ValueError", [*PROGRAM, "Party"])),
):
    expected, seen = after(change, act)
    print(f"{change.__name__}, then {name}: expected {expected}; seen {seen}")
    same = same and seen == known and (seen == expected) == (change is delete)
sys.exit(0 if same else 1)
PYTHON
