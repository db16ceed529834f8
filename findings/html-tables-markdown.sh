#!/usr/bin/env bash
# html2text and markdownify turn usual tables of a schedule into tables with other columns, or into no table.
#
# Both packages convert HTML to Markdown. html2text writes rows without a line at their start. If the first cell of a
# row is empty, its other cells therefore move to the left, and if that of the head is, there is no table. Text before
# a table is joined with its first head, a table after another one becomes rows of that one, and a cell with a line
# break becomes two rows. In an ordered list, what is below the tenth point and later ones is no longer a part of it.
# markdownify knows the row of heads only as the first element of the table or in thead: a caption or colgroup without
# thead leaves a text with lines, and each tfoot or further tbody puts in two rows.
# A grid of rooms with an empty corner is lost, and a talk without a start has its title there: use thead without tfoot
# for markdownify; set pad_tables for html2text, and leave captions out.
#
# Installs html2text, markdownify and markdown-it-py in a temporary folder, converts tables, and reads the result.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-2025.4.15} other=${2:-1.2.3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "html2text==$version" "markdownify==$other" markdown-it-py==4.2.0 \
  beautifulsoup4==4.15.0
"$folder/environment/bin/python" - "$version" "$other" <<'PYTHON'
import sys

import html2text
import markdownify
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt

reader = MarkdownIt().enable("table")


def rows(html):
    """The cells of all tables, with a comma between rows and a semicolon between tables."""
    tables = BeautifulSoup(html, "html.parser").find_all("table")
    return "; ".join(
        ", ".join("|".join(cell.get_text(" ", strip=True) for cell in row.find_all(["th", "td"])) for row in
                  table.find_all("tr")) for table in tables)


head, talk = "<tr><th>Start</th><th>Title</th></tr>", "<tr><td>9:00</td><td>Opening</td></tr>"
print(f"html2text {sys.argv[1]}, markdownify {sys.argv[2]}: tables that markdown-it-py 4.2.0 reads from the results")
seen = {}
for name, html in (
        ("plain", f"<table>{head}{talk}</table>"),
        ("empty first cell", f"<table>{head}<tr><td></td><td>Lunch</td></tr></table>"),
        ("empty first head", f"<table><tr><th></th><th>Red room</th></tr>{talk}</table>"),
        ("line break", f"<table>{head}<tr><td>9:00</td><td>Opening<br>Ada</td></tr></table>"),
        ("two tables", f"<table>{head}{talk}</table><table>{head}{talk}</table>"),
        ("caption", f"<table><caption>Monday</caption>{head}{talk}</table>"),
        ("colgroup", f"<table><colgroup><col><col></colgroup>{head}{talk}</table>"),
        ("tfoot", f"<table>{head}{talk}<tfoot><tr><td>17:00</td><td>End</td></tr></tfoot></table>")):
    results = [rows(reader.render(convert(html))) for convert in (html2text.html2text, markdownify.markdownify)]
    expected = rows(html)
    seen[name] = tuple("" if result == expected else result or "no table" for result in results)
    print(f"{name}: expected {expected}; seen {'; and '.join(text or 'the same' for text in seen[name])}")
points = "".join(f"<li>Day {day}<ul><li>Opening</li></ul></li>" for day in range(1, 13))
nested = [len(BeautifulSoup(reader.render(convert(f"<ol>{points}</ol>")), "html.parser").select("li li"))
          for convert in (html2text.html2text, markdownify.markdownify)]
print(f"twelve days, each with a list: expected 12 points within the points; seen {nested[0]}, {nested[1]}")
sys.exit(0 if (seen, nested) == ({
    "plain": ("", ""), "empty first cell": ("Start|Title, Lunch|", ""), "empty first head": ("no table", ""),
    "line break": ("Start|Title, 9:00|Opening, Ada|", ""),
    "two tables": ("Start|Title, 9:00|Opening, Start|Title, ---|---, 9:00|Opening", ""),
    "caption": ("MondayStart|Title, 9:00|Opening", "no table"), "colgroup": ("", "no table"),
    "tfoot": ("", "Start|Title, 9:00|Opening, |, ---|---, 17:00|End")}, [9, 12]) else 1)
PYTHON
