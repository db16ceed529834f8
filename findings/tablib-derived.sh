#!/usr/bin/env bash
# A sorted or filtered table of tablib changes cells, loses tags, or changes the table that it comes from.
#
# sort, filter and stack of a tablib Dataset return a new table. sort goes by way of dictionaries: if two columns have
# one header, such as "speaker", both get the values of the last one. It drops the tags of all rows, so that a filter
# of the sorted table is empty. The tables of filter and stack have the same rows and headers as the original: a column
# that is added to them is added to the original as well, to some of its rows only, or twice.
#
# Installs tablib in a temporary folder and sorts, filters and stacks small tables.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-3.10.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "tablib==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

import tablib


def table(headers, *rows):
    data = tablib.Dataset(headers=headers)
    for tag, *row in rows:
        data.append(row, tags=[tag])
    return data


def day():
    rows = ("talk", "12:00", "Keynote"), ("break", "11:00", "Lunch"), ("talk", "10:00", "Opening")
    return table(["start", "title"], *rows)


def lines(data):
    return data.export("csv").split()


print(f"tablib {sys.argv[1]}")
pairs = table(["start", "speaker", "speaker"], ("talk", "11:00", "Ann", "Ben"), ("talk", "10:00", "Cem", "Dia"))
by_start = lines(pairs.sort("start"))
print(f"sorted: expected ['start,speaker,speaker', '10:00,Cem,Dia', '11:00,Ann,Ben']; seen {by_start}")
talks = lines(day().filter("talk").sort("start"))
tagged = lines(day().sort("start").filter("talk"))
print(f"talks, then sorted: {talks}; sorted, then the talks: expected the same; seen {tagged}")
original = day()
original.filter("talk").append_col(["Red", "Blue"], header="room")
filtered = lines(original)
print(f"original after a column was added to its talks: expected {lines(day())}; seen {filtered}")
original = day()
original.stack(day()).append_col(list("123456"), header="number")
stacked = lines(original)
print(f"original after a column was added to a stack of it: expected {lines(day())}; seen {stacked}")
twice = day()
twice.stack(twice).append_col(list("123456"), header="number")
doubled = lines(twice)
print(f"stacked with itself: expected {lines(day())}; seen {doubled}")
known = (
    ["start,speaker,speaker", "10:00,Dia,Dia", "11:00,Ben,Ben"],
    ["start,title", "10:00,Opening", "12:00,Keynote"],
    ["start,title"],
    ["start,title,room", "12:00,Keynote,Red", "11:00,Lunch", "10:00,Opening,Blue"],
    ["start,title,number", "12:00,Keynote,1", "11:00,Lunch,2", "10:00,Opening,3"],
    ["start,title,number", "12:00,Keynote,4,1", "11:00,Lunch,5,2", "10:00,Opening,6,3"],
)
sys.exit(0 if (by_start, talks, tagged, filtered, stacked, doubled) == known else 1)
PYTHON
