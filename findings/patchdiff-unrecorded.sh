#!/usr/bin/env bash
# With patchdiff, produce returns a new state, and steps that do not lead to it, for four common ways to change lists.
#
# produce calls a function that changes a draft. It returns the result, the steps from the old state to it, and those
# back, for undo and for other devices. Changes are recorded if they are made through the draft. Some ways to read
# from it give the plain data instead: copy() of a list, which loops use that remove elements, + and pop. What is put
# into the draft is stored as it is, so that a later change through the variable, or through its second place in the
# list, is in the result as well. All these changes are in the result and not in the steps, without an error.
# On the device that made the change, the talk has its room, and nowhere else, and undo keeps it: fill in elements
# before they are put in, read them from the draft again, and compute the steps with diff where a draft is copied.
#
# Installs patchdiff in a temporary folder; five functions give a talk a room.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.0.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "patchdiff==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from patchdiff import apply, diff, produce

TALKS = [{"title": "Opening"}, {"title": "Keynote"}]


def loop(draft):
    for talk in draft:
        talk["room"] = "Red"


def loop_over_a_copy(draft):
    for talk in draft.copy():
        talk["room"] = "Red"


def loop_over_two_lists(draft):
    for talk in draft + []:
        talk["room"] = "Red"


def fill_in_after_append(draft):
    talk = {"title": "Panel"}
    draft.append(talk)
    talk["room"] = "Red"


def pop_and_append(draft):
    talk = draft.pop(0)
    draft.append(talk)
    talk["room"] = "Red"


print(f"patchdiff {sys.argv[1]}: Opening and Keynote without rooms; rooms after the steps, and after undo")
same = True
for change, known, undone in (
    (loop, ["Red", "Red"], True),
    (loop_over_a_copy, [None, None], False),
    (loop_over_two_lists, [None, None], False),
    (fill_in_after_append, [None, None, None], True),
    (pop_and_append, [None, None], True),
):
    result, steps, back = produce(TALKS, change)
    expected, seen = ([talk.get("room") for talk in talks] for talks in (result, apply(TALKS, steps)))
    undo = apply(result, back) == TALKS
    print(f"{change.__name__}: expected {expected}, True; seen {seen}, {undo}")
    same = same and (seen, undo) == (known, undone) and apply(TALKS, diff(TALKS, result)[0]) == result
print("the steps that diff computes from both states lead to the result in each case")
sys.exit(0 if same else 1)
PYTHON
