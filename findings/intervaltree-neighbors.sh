#!/usr/bin/env bash
# intervaltree does not merge talks that follow each other if a short one is within the first.
#
# merge_neighbors of an IntervalTree merges intervals that follow each other, with up to a given distance between them.
# It compares each interval with the one that starts before it, not with the one that ends last: of 9 to 12 with 10 to
# 11 within it, and 12 to 13, only the short one is compared with the last. If it is too far away, nothing is merged; if
# the distance allows it, the result is 9 to 12 and 10 to 13, two intervals that overlap. Without the short talk, there
# is one from 9 to 13. Intervals of datetime, with which the other methods work, raise TypeError.
# Tables of when a room is in use have gaps and overlaps that come and go with a short event: call merge_overlaps before
# merge_neighbors, with a data_reducer so that the names stay, and count in minutes.
#
# Installs intervaltree in a temporary folder and merges hours.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-3.2.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "intervaltree==$version" sortedcontainers==2.4.0
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import datetime, timedelta

from intervaltree import IntervalTree


def merged(minutes, *spans, overlaps=False):
    tree = IntervalTree()
    for first, last in spans:
        tree.addi(60 * first, 60 * last, "talk")
    if overlaps:
        tree.merge_overlaps(data_reducer=lambda one, other: one)
    tree.merge_neighbors(data_reducer=lambda one, other: one, distance=minutes)
    return [(span.begin // 60, span.end // 60) for span in sorted(tree)]


workshop, talk, lunch, late = (9, 12), (10, 11), (12, 13), (13, 14)
print(f"intervaltree {sys.argv[1]}: hours after merge_neighbors")
cases = [
    ("9-12 and 12-13", [(9, 13)], merged(0, workshop, lunch), [(9, 13)]),
    ("9-12, 10-11 within it, and 12-13", "9-13, and perhaps 10-11", merged(0, workshop, talk, lunch),
     [(9, 12), (10, 11), (12, 13)]),
    ("9-12 and 13-14, an hour apart", [(9, 14)], merged(60, workshop, late), [(9, 14)]),
    ("9-12, 10-11 within it, and 13-14", "9-14, and perhaps 10-11", merged(60, workshop, talk, late),
     [(9, 12), (10, 11), (13, 14)]),
    ("9-12, 10-11 within it, and 12-13, an hour apart", "9-13, and perhaps 10-11", merged(60, workshop, talk, lunch),
     [(9, 12), (10, 13)]),
    ("the same after merge_overlaps", [(9, 13)], merged(60, workshop, talk, lunch, overlaps=True), [(9, 13)])]
times = IntervalTree()
for hour in (9, 10):
    times.addi(datetime(2026, 6, 10, hour), datetime(2026, 6, 10, hour + 1), "talk")
try:
    times.merge_neighbors(distance=timedelta(0))
    error = "none"
except TypeError:
    error = "TypeError"
cases.append(("9-10 and 10-11 as datetime, the error", "none", error, "TypeError"))
for name, expected, seen, known in cases:
    print(f"{name}: expected {expected}; seen {seen}")
sys.exit(0 if all(seen == known for _, _, seen, known in cases) else 1)
PYTHON
