#!/usr/bin/env bash
# Tables of tabulate and prettytable in Markdown lose columns at a "|", and numbers of rooms lose digits.
#
# Libraries that write tables know the format of GitHub, in which a "|" within a cell is written as "\|" and a line
# break as <br>. tabulate and prettytable write both as they are: in a table of talks with start, title and room, "Ropes
# | knots" is a title "Ropes" in the room "knots", and its real room is dropped by every reader of the format. The
# second line of a title is a talk of its own. pytablewriter writes both in the right way, and changes the room: "2.10"
# is 2.1, "007" is 7, and "1e3" is 1000, also if they are given as texts; tabulate does so, too, as soon as all rooms
# look like numbers. A page of a program has rooms that do not exist, and two rooms become one: replace "|" and line
# breaks in each cell, use disable_numparse of tabulate, and type_hints of pytablewriter.
#
# Installs the libraries in a temporary folder, writes tables, and reads them with markdown-it-py.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet tabulate==0.10.0 prettytable==3.18.0 pytablewriter==1.2.1 \
  markdown-it-py==4.2.0
"$folder/environment/bin/python" - <<'PYTHON'
import sys
from importlib.metadata import version

import prettytable
import pytablewriter
import tabulate
from markdown_it import MarkdownIt

HEADS = ["start", "title", "room"]


def tabulated(rows, **options):
    return tabulate.tabulate(rows, headers=HEADS, tablefmt="github", **options)


def pretty(rows):
    table = prettytable.PrettyTable(HEADS)
    table.add_rows(rows)
    table.set_style(prettytable.TableStyle.MARKDOWN)
    return table.get_string()


def written(rows, **options):
    return pytablewriter.MarkdownTableWriter(headers=HEADS, value_matrix=rows, **options).dumps()


def read(text):
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
    cells = [tokens[place + 1].content for place, token in enumerate(tokens) if token.type == "td_open"]
    return [tuple(cells[place:place + 3]) for place in range(0, len(cells), 3)]


bar, line = [["9:00", "Ropes | knots", "Hall"]], [["9:00", "Ropes\nand knots", "Hall"]]
rooms = [["9:00", "Ropes", "2.10"], ["9:00", "Knots", "2.1"]]
right, texts = [("9:00", "Ropes | knots", "Hall")], [("9:00", "Ropes", "2.10"), ("9:00", "Knots", "2.1")]
same = [("9:00", "Ropes", "2.1"), ("9:00", "Knots", "2.1")]
lost = [("9:00", "Ropes", "knots")]
two = [("9:00", "Ropes", "Hall"), ("", "and knots", "")]
broken = [("9:00", "Ropes and knots", "Hall")]
hints = {"type_hints": ["str", "str", "str"]}
cases = [
    ("tabulate", "a bar", right, read(tabulated(bar)), lost),
    ("prettytable", "a bar", right, read(pretty(bar)), lost),
    ("pytablewriter", "a bar", right, read(written(bar)), right),
    ("tabulate", "a line break", broken, read(tabulated(line)), two),
    ("prettytable", "a line break", broken, read(pretty(line)), two),
    ("pytablewriter", "a line break", broken, read(written(line)), broken),
    ("tabulate", "rooms", texts, read(tabulated(rooms)), same),
    ("tabulate", "rooms with disable_numparse", texts, read(tabulated(rooms, disable_numparse=True)), texts),
    ("prettytable", "rooms", texts, read(pretty(rooms)), texts),
    ("pytablewriter", "rooms", texts, read(written(rooms)), same),
    ("pytablewriter", "rooms with type_hints", texts, read(written(rooms, **hints)), texts)]
for name, what, expected, seen, known in cases:
    print(f"{name} {version(name)}, {what}: expected {expected}; seen {seen}")
odd = [row[2] for row in read(written([["9:00", "Ropes", room] for room in ("007", "1e3", "A 1")]))]
print(f"pytablewriter, rooms 007, 1e3 and A 1: seen {odd}")
sys.exit(0 if all(case[3] == case[4] for case in cases) and odd == ["7", "1000", "A 1"] else 1)
PYTHON
