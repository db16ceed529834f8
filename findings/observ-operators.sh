#!/usr/bin/env bash
# In observ, operators such as |= and += change a reactive container without a message, and replace it by a plain one.
#
# observ tracks reads and writes of lists, dictionaries and sets, and calls watchers when a value changes. The methods
# update and extend do so. The operators with the same effect differ: after |=, &=, -= or ^= on a set, no watcher is
# called, and a computed value stays as it was. After += on a list and |= on a dictionary, the variable holds the plain
# container: each later change by way of it, also with append, is unnoticed.
#
# Installs observ in a temporary folder and compares each operator with its method.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.0.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "observ==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import operator
import sys

from observ import computed, reactive, watch


def set_changes(change):
    favorites = reactive({"opening", "lunch"})
    titles = computed(lambda: sorted(favorites))
    calls = []
    watcher = watch(lambda: sorted(favorites), calls.append, sync=True)
    titles()
    change(favorites, {"lunch", "closing"})
    return titles(), len(calls), watcher


print(f"observ {sys.argv[1]}: a reactive set of opening and lunch, changed with a set of lunch and closing")
same = True
for name, method, in_place in (
        ("|=", "update", operator.ior), ("&=", "intersection_update", operator.iand),
        ("-=", "difference_update", operator.isub), ("^=", "symmetric_difference_update", operator.ixor)):
    with_method, method_calls, _ = set_changes(lambda favorites, other: getattr(favorites, method)(other))
    with_operator, operator_calls, _ = set_changes(in_place)
    print(f"{name} expected as after {method}: {with_method}, {method_calls} call; "
          f"seen: {with_operator}, {operator_calls} calls")
    same = same and (method_calls, operator_calls, with_operator) == (1, 0, ["lunch", "opening"])

talks = reactive(["Opening"])
first = talks
count = computed(lambda: len(first))
count()
talks += ["Lunch"]
kind = type(talks).__name__
after_operator = count()
talks.append("Closing")
print(f"a list of 1, then += and append: expected a computed count of 3; seen {count()} of {len(first)}, type {kind}")
same = same and (after_operator, count(), len(first), kind) == (2, 2, 3, "list")

rooms = reactive({"Opening": "Hall"})
start = rooms
names = computed(lambda: sorted(start))
names()
rooms |= {"Lunch": "Garden"}
names()
rooms["Closing"] = "Hall"
print(f"a dictionary of 1, then |= and an assignment: expected 3 computed keys; seen {len(names())} of {len(start)}")
same = same and (len(names()), len(start), type(rooms)) == (2, 3, dict)
sys.exit(0 if same else 1)
PYTHON
