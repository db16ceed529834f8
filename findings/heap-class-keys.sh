#!/usr/bin/env bash
# With heap-class, entries that are added together come back as pairs, and before the others.
#
# heap-class has a heap with the methods of a list, in which `key` gives the priority of an entry. extend applies the
# key twice: pop returns a pair of a priority and the entry, and its place among other entries follows from the key of
# that pair; if the key is len, that is 2, so that it comes before longer names. index does not find an entry that is
# there. In a heap with the greatest entry first, pushpop raises TypeError. push, pop and remove are right.
# Tasks that are added together are given out before more urgent ones, as pairs: give the entries to Heap when it is
# made, or push them one by one.
#
# Installs heap-class in a temporary folder, and fills heaps with talks.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.9.1b2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "heap-class==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from heap_class import Heap


def emptied(heap):
    return [heap.pop() for _ in range(len(heap))]


def tried(action):
    try:
        return action()
    except (TypeError, ValueError) as error:
        return type(error).__name__


names = ["Keynote", "Tea", "Panel", "Opening day"]
expected = sorted(names, key=len)
print(f"heap-class {sys.argv[1]}: {names}, the shortest name first")
made, pushed, extended = Heap(names, key=len), Heap(names[:2], key=len), Heap(names[:2], key=len)
for name in names[2:]:
    pushed.push(name)
extended.extend(names[2:])
index = tried(lambda: made.index("Panel"))
results = [emptied(heap) for heap in (made, pushed, extended)]
for title, result in zip(("given to Heap", "the last two with push", "the last two with extend"), results):
    print(f"{title}: expected {expected}; seen {result}")
print(f"index of Panel: expected 1; seen {index}")
greatest = tried(lambda: Heap([1, 2, 3], max=True).pushpop(0))
print(f"pushpop(0) in a heap of 1, 2 and 3 with the greatest first: expected 3; seen {greatest}")
sys.exit(0 if (results, index, greatest) == (
    [expected, expected, [(5, "Panel"), (11, "Opening day"), "Tea", "Keynote"]], "ValueError", "TypeError") else 1)
PYTHON
