#!/usr/bin/env bash
# Calendars of pelican-events have backslashes in titles, and lack each talk from the minute in which it starts.
#
# pelican-events, a plugin for static sites of Pelican, writes a calendar of the articles that have a start. It passes
# titles through a converter from HTML to Markdown, although a calendar has plain text: "1. Opening" becomes "1\.
# Opening", and "knots_and_ropes" gets two backslashes. An event that has started is left out while it runs, so that a
# site that is built at noon has none of the talks that people are in. A length is added to the hours of the clock:
# eight hours from 23:00 in the night of the change in October end at 7:00, nine hours later. Tags are cut at commas
# with the space behind them, so that the second one is " music".
# Subscribers see odd titles, lose talks that have begun, and see none of a running night: build the site before the
# event, give ends instead of lengths, and write titles without such signs.
#
# Installs Pelican and the plugin in a temporary folder, builds a site, and reads its calendar.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.1.4}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet "pelican-events==$version" pelican==4.12.0 icalendar==6.3.2 html2text==2025.4.15 \
  recurrent==0.4.1 markdown==3.11.3
mkdir content
cat >settings.py <<'PYTHON'
SITENAME = "Talks"
SITEURL = "https://example.org"
PATH = "content"
TIMEZONE = "Europe/Berlin"
DEFAULT_LANG = "en"
PLUGINS = ["pelican.plugins.pelican_events"]
PLUGIN_EVENTS = {"ics_fname": "talks.ics", "metadata_field_for_summary": "title"}
FEED_ALL_ATOM = CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = None
PYTHON
article() {
  printf '%s\n' "Title: $2" "Date: 2026-05-01 12:00" "Slug: $1" "event-start: $3" "event-duration: $4" \
    "event-categories: stage, music" "" "A talk." >"content/$1.md"
}
soon=$(date -u --date='30 days' +%F)
article plain "Ropes" "$soon 10:00" 45m
article first "1. Opening" "$soon 11:00" 45m
article names "knots_and_ropes" "$soon 12:00" 45m
article stars "Ropes * knots" "$soon 13:00" 45m
article running "Running" "$(TZ=Europe/Berlin date --date='30 minutes ago' '+%F %H:%M')" 3h
sunday=$(date --date="$(($(date +%Y) + 1))-10-31" +%w)
article night "Night" "$(date --date="$(($(date +%Y) + 1))-10-31 - $((sunday + 1)) days" +%F) 23:00" 8h
environment/bin/pelican --settings settings.py --output site --quiet >/dev/null 2>&1
environment/bin/python - "$version" <<'PYTHON'
import sys
from datetime import timezone

import icalendar

with open("site/talks.ics", encoding="utf-8") as file:
    calendar = icalendar.Calendar.from_ical(file.read())
events = {event["UID"].removeprefix("https://example.org").strip("/").removesuffix(".html"): event
          for event in calendar.walk("VEVENT")}


def title(name):
    return str(events[name]["SUMMARY"]) if name in events else "none"


night = events["night"]
ends = [night[name].dt.astimezone(timezone.utc) for name in ("DTSTART", "DTEND")]
tags = [str(tag) for tag in events["plain"]["CATEGORIES"].cats]
cases = [
    ("title Ropes", "Ropes", title("plain"), "Ropes"),
    ("title 1. Opening", "1. Opening", title("first"), "1\\. Opening"),
    ("title knots_and_ropes", "knots_and_ropes", title("names"), "knots\\_and\\_ropes"),
    ("title Ropes * knots", "Ropes * knots", title("stars"), "Ropes \\* knots"),
    ("title of a talk of three hours that began half an hour ago", "Running", title("running"), "none"),
    ("hours of a night of 8h, in which the clocks go back", 8, (ends[1] - ends[0]).total_seconds() / 3600, 9),
    ("tags", ["stage", "music"], tags, ["stage", " music"])]
print(f"pelican-events {sys.argv[1]} with Pelican 4.12.0 and icalendar 6.3.2")
for name, expected, seen, known in cases:
    print(f"{name}: expected {expected}; seen {seen}")
sys.exit(0 if all(seen == known for _, _, seen, known in cases) else 1)
PYTHON
