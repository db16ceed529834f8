#!/usr/bin/env bash
# dictdiffer brings back three or more removed elements of a list in another order.
#
# diff lists removed elements from the last to the first, which suits patch. revert inserts them in the same order, each
# at its old position. A position behind the end of the list, as it is then, means the end: of three elements, the
# second and the third come back exchanged. With one or two elements, the result is right.
#
# Installs dictdiffer in a temporary folder, removes elements, and reverts the difference.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.10.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "dictdiffer==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from dictdiffer import diff, patch, revert

titles = ["Opening", "Lunch", "Workshop", "Keynote", "Closing"]
print(f"dictdiffer {sys.argv[1]}: a day with the talks {titles}")
seen = []
for removed in range(1, 5):
    before = {"talks": titles}
    after = {"talks": titles[:5 - removed]}
    changes = list(diff(before, after))
    assert patch(changes, before) == after
    reverted = revert(changes, after)["talks"]
    right = reverted == titles
    seen.append(right)
    print(f"the last {removed} removed; revert: expected the first list, seen "
          f"{'the first list' if right else reverted}")
sys.exit(0 if seen == [True, True, False, False] else 1)
PYTHON
