#!/usr/bin/env bash
# pandas reads the times of a schedule as text if the clocks change during the conference.
#
# read_csv with parse_dates turns a column of times with one offset into times. If the column has two offsets, it
# leaves text and reports nothing. So a program that works for every other conference sorts 02:15+01:00 before
# 02:45+02:00, which is half an hour earlier, and fails at df.start.dt. polars reads the same file as instants.
# "pandas.to_datetime(df.start, utc=True)" reads both files.
#
# Installs pandas and polars in a temporary folder and reads two small tables.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet pandas==3.1.1 polars==2.1.0
"$folder/environment/bin/python" -W error - <<'PYTHON'
import io
import sys

import pandas
import polars

kinds, orders = {}, {}
for offset in ("+02:00", "+01:00"):
    table = f"title,start\nFirst,2026-10-25T02:45:00+02:00\nSecond,2026-10-25T03:15:00{offset}\n"
    if offset == "+01:00":
        table = table.replace("T03:15", "T02:15")
    frame = pandas.read_csv(io.StringIO(table), parse_dates=["start"])
    other = polars.read_csv(io.StringIO(table), try_parse_dates=True)
    kinds[offset] = (str(frame.start.dtype), str(other["start"].dtype))
    orders[offset] = (list(frame.sort_values("start").title), list(other.sort("start")["title"]))
    print(f"offsets +02:00 and {offset}: expected times, First before Second; "
          f"seen pandas 3.1.1 {kinds[offset][0]} {orders[offset][0]}, polars 2.1.0 {orders[offset][1]}")
right, wrong = ["First", "Second"], ["Second", "First"]
same = orders == {"+02:00": (right, right), "+01:00": (wrong, right)}
sys.exit(0 if same and kinds["+01:00"][0] == "str" and kinds["+02:00"][0].startswith("datetime64") else 1)
PYTHON
