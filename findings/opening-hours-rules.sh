#!/usr/bin/env bash
# osm-opening-hours-humanized closes a place at hours that another rule adds to, and skips the end of a night.
#
# Opening hours in OpenStreetMap are rules: after a comma, a rule adds hours; after a semicolon, it replaces those of
# its days. In osm-opening-hours-humanized, a rule after a comma replaces hours as well, and a rule with `off` wins even
# if a later one opens these days. Between midnight and the end of a night, is_open says that the place is open, and
# next_change answers with the next evening. opening-hours-py, which reads the same rules, is right in all cases.
# On the map of an event, a bar that opens twice on Friday is closed at noon, and at one in the night, it seems to be
# open till the evening: write all hours of a day into one rule, and `off` last, and compare with another package.
#
# Installs both packages in a temporary folder, and asks them for hours.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.0.0b7}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "osm-opening-hours-humanized==$version" opening-hours-py==2.1.4 \
  lark-parser==0.12.0 astral==3.2 babel==2.19.0
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import datetime

import opening_hours
from osm_opening_hours_humanized import OHParser

print(f"osm-opening-hours-humanized {sys.argv[1]}; expected is the answer of opening-hours-py 2.1.4, too")
seen = []
for rules, day, hour, expected in (
        ("Mo,Fr 10:00-12:00, Fr 14:00-16:00", 12, 11, True),
        ("Mo-Th 10:00-12:00; Fr 10:00-12:00,14:00-16:00", 12, 11, True),
        ("Jun 12-14 off; Mo-Su 10:00-12:00", 12, 11, True),
        ("Mo-Su 10:00-12:00; Jun 12-14 off", 12, 11, False)):
    time = datetime(2026, 6, day, hour, 30)
    answers = [package(rules).is_open(time) for package in (OHParser, opening_hours.OpeningHours)]
    seen.append((answers[0] == expected, answers[1] == expected))
    print(f"{rules}: is it open at {time:%a %d %b %H:%M}? expected {expected}; seen {answers[0]}")
for hour, expected in ((21, datetime(2026, 6, 14, 2)), (1, datetime(2026, 6, 13, 2))):
    time, rules = datetime(2026, 6, 13, hour), "Fr-Sa 20:00-02:00"
    both = [package(rules) for package in (OHParser, opening_hours.OpeningHours)]
    answers = [hours.next_change(time) for hours in both]
    seen.append((answers[0] == expected, answers[1] == expected))
    print(f"{rules}, {time:%a %H:%M}, open: {both[0].is_open(time)}; when does that change? "
          f"expected {expected:%a %H:%M}; seen {answers[0]:%a %H:%M}")
sys.exit(0 if seen == [(False, True), (True, True), (False, True), (True, True), (True, True), (False, True)] else 1)
PYTHON
