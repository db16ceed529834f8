#!/usr/bin/env bash
# reconcile-text joins lines or words of two people who changed the same place, also with its tokenizer for lines.
#
# reconcile merges two changed versions of a text without marks of a conflict, and keeps the insertions of both. It
# takes words, lines or parts of Markdown as units, and the space or line break between them as a unit of its own. Where
# both replaced the same line, there is one break for two new lines, so that both are on one line. If one removed a
# point of a list and the other replaced it, the next point, which nobody touched, is on the line of the new one. With
# words, a word that one side removed and the other one replaced loses the space behind it.
# Insertions at different places are right.
# In a program of one talk per line, two talks become one, and a reader by lines loses the second start: put the talks
# into a structure and merge that, or check that each line of both versions is a line of the result.
#
# Installs reconcile-text in a temporary folder, and merges small programs.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.13.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "reconcile-text==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from reconcile_text import reconcile

same = True


def check(what, tokenizer, parts, expected, known):
    global same
    seen = reconcile(*parts, tokenizer)["text"]
    print(f"{tokenizer}, {what}: expected {expected}; seen {seen!r}")
    same = same and seen == known


print(f"reconcile-text {sys.argv[1]}")
program = "10:00 Opening\n11:00 Panel\n12:00 Lunch\n"
check("one changes the first talk, the other the last", "Line",
      (program, program.replace("10:00", "10:15"), program.replace("12:00", "12:30")),
      "both changes", "10:15 Opening\n11:00 Panel\n12:30 Lunch\n")
check("both move the panel", "Line", (program, program.replace("11:00", "11:30"), program.replace("11:00", "11:15")),
      "four lines, or one of both panels", "10:00 Opening\n11:15 Panel11:30 Panel\n12:00 Lunch\n")
check("both move the panel", "Markdown",
      (program, program.replace("11:00", "11:30"), program.replace("11:00", "11:15")),
      "a space or a line break between the starts", "10:00 Opening\n11:1511:30 Panel\n12:00 Lunch\n")
points = "- Opening\n- Panel\n- Closing\n"
check("one removes the panel, the other makes it a debate", "Line",
      (points, points.replace("- Panel\n", ""), points.replace("Panel", "Debate")),
      "three points or two", "- Opening\n- Debate- Closing\n")
check("both add a talk", "Markdown", ("Opening\n", "Opening\nKeynote\n", "Opening\nPanel\n"),
      "three lines", "Opening\nKeynotePanel\n")
check("one removes a word, the other replaces it", "Word", ("Red room", "room", "Blue room"),
      "'Blue room'", "Blueroom")
sys.exit(0 if same else 1)
PYTHON
