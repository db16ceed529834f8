#!/usr/bin/env bash
# pyphen hyphenates words beside their own hyphens: "Nord--" at the end of a line, and "Knotenpunk-" before "t-".
#
# pyphen finds where words can be divided, with the dictionaries of LibreOffice; generators of PDF use it. A word that
# has a hyphen can be divided behind it, without a second one. With the German dictionary, and those of some other
# languages, pyphen gives a place in front of the hyphen and one behind it. The parts between hyphens are treated as a
# single word, so that the smallest number of letters on a line, left and right, counts from the ends of the whole:
# "Netzwerk-Abend" is divided after "A", and "Knotenpunkt-Übersicht" before "t". Each word without a hyphen is right.
# Narrow columns of a printed program have lines that end with two hyphens or with one letter: divide at hyphens first,
# and hyphenate the parts.
#
# Installs pyphen in a temporary folder and divides words.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.18.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "pyphen==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from pyphen import Pyphen

print(f"pyphen {sys.argv[1]}")
german = Pyphen(lang="de_DE")


def parts(word):
    return "-".join(german.inserted(part, "|") for part in word.split("-"))


unchanged = True
for word, known in [
        ("Treffpunkt", "Treff|punkt"), ("Abend", "Abend"), ("Nord-Süd-Achse", "Nord|-|Süd|-|Ach|se"),
        ("Netzwerk-Abend", "Netz|werk|-|A|bend"), ("Knotenpunkt-Übersicht", "Kno|ten|punk|t|-|Über|sicht"),
        ("Open-Source-Software", "Open|-|Sour|ce|-|Soft|wa|re")]:
    seen = german.inserted(word, "|")
    print(f"{word}: expected {parts(word)}, and a break behind each hyphen; seen {seen}")
    unchanged = unchanged and seen == known

for word, width, expected, known in [
        ("Nord-Süd-Achse", 8, "Nord- + Süd-Achse", "Nord-- + Süd-Achse"),
        ("Knotenpunkt-Übersicht", 12, "Knotenpunkt- + Übersicht", "Knotenpunkt- + -Übersicht"),
        ("Knotenpunkt-Übersicht", 11, "Knoten- + punkt-Übersicht", "Knotenpunk- + t-Übersicht"),
        ("Netzwerk-Abend", 11, "Netzwerk- + Abend", "Netzwerk-A- + bend")]:
    seen = " + ".join(german.wrap(word, width) or [word])
    print(f"{word} in {width} columns: expected {expected}; seen {seen}")
    unchanged = unchanged and seen == known
sys.exit(0 if unchanged else 1)
PYTHON
