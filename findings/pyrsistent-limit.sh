#!/usr/bin/env bash
# A bounded deque of pyrsistent loses its limit when an element is removed, or when it is reversed.
#
# pdeque takes a maximum length, as Python's own deque, and drops elements from the other end beyond it. The methods
# append, pop, rotate and extend return a deque with the same limit; remove and reverse return one without a limit.
# From then on it grows with each element, such as a list of the last steps from which one step was removed.
#
# Installs pyrsistent in a temporary folder, removes an element once, and appends 10,000.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.20.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "pyrsistent==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from collections import deque

from pyrsistent import pdeque


def length_later(change):
    steps = change(pdeque(["one", "two", "three"], maxlen=3))
    for number in range(10_000):
        steps = steps.append(number)
    return len(steps)


print(f"pyrsistent {sys.argv[1]}: a deque of at most 3 steps, changed once; then 10,000 steps are appended")
cases = {
    "rotate(1)": (lambda steps: steps.rotate(1), 3),
    "popleft()": (lambda steps: steps.popleft(), 3),
    "remove('two')": (lambda steps: steps.remove("two"), 10_002),
    "reverse()": (lambda steps: steps.reverse(), 10_003)}
same = True
for text, (change, expected) in cases.items():
    length = length_later(change)
    print(f"{text}: expected a length of 3, seen {length}")
    same = same and length == expected
own = deque(["one", "two", "three"], maxlen=3)
own.remove("two")
own.extend(range(10_000))
print(f"Python's own deque after remove('two'): {len(own)}")
sys.exit(0 if same and len(own) == 3 else 1)
PYTHON
