#!/usr/bin/env bash
# extruct gives only the first event the place that a page describes once for several, and loses starts that are shown.
#
# Microdata marks events in HTML in the terms of schema.org. A page with many talks describes a room or a speaker once,
# and each talk refers to it (itemref). extruct, which many collectors of web pages use, gives such an item to the first
# talk and None to all others. Text alone, which is not an item of its own, reaches all of them. An element time
# without the attribute datetime has its text as its value (HTML, "Microdata": values); extruct gives an empty text.
# Words with an emphasized part are split by a space. A schedule that is collected from pages has a room for the first
# talk only, and talks without a start, although each of them is on the page and no error is reported: copy the item
# to the talks that refer to it, and look for the starts in the page if there are empty ones.
#
# Installs extruct in a temporary folder and reads talks.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.18.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "extruct==$version" lxml==6.1.3 lxml-html-clean==0.4.6 \
  html-text==0.7.1 w3lib==2.5.0
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

import extruct

PLACE = ('<div id="hall" itemprop="location" itemscope itemtype="https://schema.org/Place">'
         '<b itemprop="name">Red</b></div>')


def talks(*parts, after=""):
    events = "".join(
        f'<div itemscope itemtype="https://schema.org/Event" itemref="hall">{part}</div>' for part in parts)
    page = f"<!DOCTYPE html><html><body>{events}{after}</body></html>"
    found = extruct.extract(page, base_url="https://example.org/", syntaxes=["microdata"], errors="strict")
    return [item["properties"] for item in found["microdata"]]


def names(values):
    return [value and value["properties"]["name"] for value in values]


print(f"extruct {sys.argv[1]}")
three = [f'<b itemprop="name">{name}</b>' for name in ("Knots", "Ropes", "Sails")]
rooms = names(talk["location"] for talk in talks(*three, after=PLACE))
print(f"three talks that refer to one room: expected ['Red', 'Red', 'Red']; seen {rooms}")
texts = [talk["location"] for talk in talks(*three, after='<b id="hall" itemprop="location">Red</b>')]
print(f"the same with a text instead of an item: expected ['Red', 'Red', 'Red']; seen {texts}")
starts = [talk["startDate"] for talk in talks(
    '<time itemprop="startDate" datetime="2026-07-10T10:00">ten</time>',
    '<time itemprop="startDate">2026-07-10T11:00</time>')]
print(f"starts in the attribute and in the text: expected ['2026-07-10T10:00', '2026-07-10T11:00']; seen {starts}")
title = talks('<p itemprop="name"><b>Un</b>tie</p>')[0]["name"]
print(f"a word with an emphasized part: expected 'Untie'; seen {title!r}")
sys.exit(0 if (rooms, texts, starts, title) == (
    ["Red", None, None], ["Red", "Red", "Red"], ["2026-07-10T10:00", ""], "Un tie") else 1)
PYTHON
