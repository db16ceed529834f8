#!/usr/bin/env bash
# The order of a query in tcod-ecs differs in each run and after loading a saved world.
#
# Games and simulations replay a recorded run from a seed. Python's sets of strings have the same order if
# PYTHONHASHSEED is fixed. tcod-ecs stores the results of a query in a set of entities, and the hash of an entity
# derives from its address in memory. Two runs of one program visit the same entities in different orders, and so does a
# world that was pickled and loaded within one run. A replay has to sort the entities by a component.
#
# Installs tcod-ecs in a temporary folder and runs a program several times with PYTHONHASHSEED=0.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-5.5.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "tcod-ecs==$version"
cat >"$folder/program.py" <<'PYTHON'
import pickle
import sys

import tcod.ecs


def order(world):
    return [entity.components[int] for entity in world.Q.all_of(components=[int])]


registry = tcod.ecs.Registry()
for number in range(12):
    registry[f"entity {number:02}"].components[int] = number
before, after = order(registry), order(pickle.loads(pickle.dumps(registry)))
words = list({f"entity {number:02}" for number in range(12)})
assert sorted(before) == sorted(after) == list(range(12))
print(*before, "saved and loaded:", "the same" if before == after else "another", "strings:", *words, file=sys.stdout)
PYTHON
for _ in 1 2 3 4 5; do
  PYTHONHASHSEED=0 "$folder/environment/bin/python" "$folder/program.py"
done >"$folder/runs"
orders=$(sed 's/ saved.*//' "$folder/runs" | sort -u | wc -l)
strings=$(sed 's/.*strings://' "$folder/runs" | sort -u | wc -l)
loaded=$(grep -c "loaded: another" "$folder/runs" || true)
echo "tcod-ecs $version with PYTHONHASHSEED=0, a query of twelve entities:"
sed 's/ strings:.*//' "$folder/runs"
echo "expected: one order in five runs, as sets of strings have ($strings), and after loading"
echo "seen: $orders orders, and another one after loading in $loaded runs"
[ "$orders" -gt 1 ] && [ "$loaded" -gt 0 ] && [ "$strings" -eq 1 ]
