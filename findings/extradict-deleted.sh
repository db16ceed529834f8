#!/usr/bin/env bash
# With extradict, deleting a key of a TreeDict can hide another one, and a copy of a VersionDict cannot be changed.
#
# A TreeDict keeps its keys sorted in a balanced tree. If the deleted key has keys on both sides in the tree, the next
# key below or above can take its place while keys between them stay on the wrong side: the mapping lists these, out of
# order, and does not find them. Setting such a key adds it once more, so that it is listed twice. Of lists of ten keys
# in random order, every fourth loses one after a single deletion; with two or three keys, most are right.
# A copy of a VersionDict, which keeps the former values of its keys, can be read but not changed.
# A talk in a list by start time is there and cannot be opened after another talk was cancelled: make a new TreeDict of
# the rest instead of deleting, and build a copy from `freeze`.
#
# Installs extradict in a temporary folder, and deletes talks.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.7.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "extradict==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import random
import sys

from extradict import TreeDict, VersionDict


def after_deletion(keys, deleted):
    talks = TreeDict()
    for key in keys:
        talks[key] = f"talk at {key}"
    del talks[deleted]
    return talks


print(f"extradict {sys.argv[1]}: talks at 9, 12, 10 and 15 are put in; the one at 12 is cancelled")
talks = after_deletion((9, 12, 10, 15), 12)
listed = list(talks.keys())
missing = [key for key in listed if key not in talks]
talks[10] = "talk at 10, moved to another room"
again = list(talks.keys())
print(f"keys: expected [9, 10, 15]; seen {listed}")
print(f"listed keys that are not found: expected []; seen {missing}")
print(f"keys after the talk at 10 was set again: expected [9, 10, 15]; seen {again}")
counts, chance = [], random.Random(1)
for size in (3, 10):
    losses = 0
    for _ in range(1000):
        keys = chance.sample(range(size), size)
        deleted = chance.randrange(size)
        shrunk = after_deletion(keys, deleted)
        losses += any(key not in shrunk for key in keys if key != deleted)
    counts.append(losses)
    print(f"1000 lists of {size} keys, one deleted: expected 0 in which another one is not found; seen {losses}")

history = VersionDict(room="red")
copy = history.copy()
try:
    copy["room"] = "blue"
    changed = "changed"
except AttributeError as error:
    changed = type(error).__name__
history["room"] = "blue"
print(f"a value of a copy of a VersionDict is set: expected no error; seen {changed}")
sys.exit(0 if (listed, missing, again, changed) == (
    [10, 9, 15], [10], [10, 9, 10, 15], "AttributeError") and min(counts) > 50 else 1)
PYTHON
