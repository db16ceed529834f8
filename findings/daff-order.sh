#!/usr/bin/env bash
# A patch of daff puts rows in a wrong order if rows were both moved and deleted.
#
# daff writes the difference of two versions of a table as a table, and applies it. With the default settings, it
# notes moved rows, so that the order is kept. If a row was moved and others were deleted, the patched table can have
# the rows of the new version in an order that neither version has. Moved alone, they are in the right order.
#
# Installs daff in a temporary folder, compares tables with an identifier in each row, and applies the difference.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.4.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "daff==$version"
cd "$folder"
table() { printf 'id,title\n'; for row in "$@"; do printf '%s,Talk %s\n' "$row" "$row"; done; }
identifiers() { tail -n +2 "$1" | cut -d, -f1 | paste -sd ' '; }
daff() { "$folder/environment/bin/daff.py" "$@"; }
table 1 2 3 4 5 >old.csv
table 5 2 3 >moved-and-deleted.csv
table 5 2 3 1 4 >moved.csv
for name in moved-and-deleted moved; do
  daff diff --output "$name.difference.csv" old.csv "$name.csv"
  daff patch --output "$name.patched.csv" old.csv "$name.difference.csv"
done
echo "daff $version: the rows $(identifiers old.csv), then $(identifiers moved-and-deleted.csv); the difference:"
cat moved-and-deleted.difference.csv
echo "applied: expected $(identifiers moved-and-deleted.csv); seen $(identifiers moved-and-deleted.patched.csv)"
echo "moved alone: expected $(identifiers moved.csv); seen $(identifiers moved.patched.csv)"
[ "$(identifiers moved-and-deleted.patched.csv)" = "3 5 2" ] && [ "$(identifiers moved.patched.csv)" = "5 2 3 1 4" ]
