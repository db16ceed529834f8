#!/usr/bin/env bash
# libical reads the extra dates of a series as UTC, and skips extra dates with an end.
#
# icalcomponent_foreach_recurrence lists the occurrences of an event. It applies the zone of TZID to DTSTART, RRULE
# and EXDATE, and not to RDATE: the extra date at 9:30 in Berlin is at 9:30 UTC. An RDATE that gives a period,
# such as one longer occurrence, is skipped without an error. Both are in RFC 5545, 3.8.5.2.
#
# Unpacks the Debian package of libical in a temporary folder and lists the occurrences of an event.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the package.
set -euo pipefail
package=libical3 version=3.0.16-1+b1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! apt-get download --quiet=2 "$package=$version" libicu72 2>download.log; then
  echo "Debian 12 has $package $version; run apt-get update there first" >&2
  exit 69
fi
for file in ./*.deb; do dpkg -x "$file" root; done
libraries=$(dirname "$(find "$folder/root" -name libical.so.3)")
LD_LIBRARY_PATH=$libraries python3 - <<'PYTHON'
import ctypes
import sys
from datetime import datetime, timezone


class Time(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in (
        "year", "month", "day", "hour", "minute", "second", "is_date", "is_daylight")] + [("zone", ctypes.c_void_p)]


class Span(ctypes.Structure):
    _fields_ = [("start", ctypes.c_long), ("end", ctypes.c_long), ("is_busy", ctypes.c_int)]


library = ctypes.CDLL("libical.so.3")
Callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Span), ctypes.c_void_p)
library.icalparser_parse_string.restype = ctypes.c_void_p
library.icalparser_parse_string.argtypes = [ctypes.c_char_p]
library.icalcomponent_get_first_component.restype = ctypes.c_void_p
library.icalcomponent_get_first_component.argtypes = [ctypes.c_void_p, ctypes.c_int]
library.icaltime_from_string.restype = Time
library.icaltime_from_string.argtypes = [ctypes.c_char_p]
library.icalcomponent_foreach_recurrence.argtypes = [ctypes.c_void_p, Time, Time, Callback, ctypes.c_void_p]
EVENT_KIND = 4


def occurrences(*lines):
    text = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VTIMEZONE", "TZID:Berlin in winter",
        "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD",
        "END:VTIMEZONE", "BEGIN:VEVENT", "UID:talk", "DTSTAMP:20260101T000000Z", "SUMMARY:A talk",
        "DTSTART;TZID=Berlin in winter:20261102T093000", "DURATION:PT1H", *lines, "END:VEVENT", "END:VCALENDAR", ""]
    calendar = library.icalparser_parse_string("\r\n".join(text).encode())
    event = library.icalcomponent_get_first_component(calendar, EVENT_KIND)
    found = []
    library.icalcomponent_foreach_recurrence(
        event, library.icaltime_from_string(b"20261101T000000Z"), library.icaltime_from_string(b"20261130T000000Z"),
        Callback(lambda _, span, __: found.append(span.contents.start)), None)
    return [datetime.fromtimestamp(each, timezone.utc).strftime("%d %H:%M") for each in sorted(found)]


print("libical 3.0.16: a talk on 2 November 2026 at 09:30 in Berlin, which is 08:30 UTC, and on the 9th")
cases = {
    "RRULE:FREQ=WEEKLY;COUNT=2": ["02 08:30", "09 08:30"],
    "RDATE;TZID=Berlin in winter:20261109T093000": ["02 08:30", "09 09:30"],
    "RDATE:20261109T083000Z": ["02 08:30", "09 08:30"],
    "RDATE;VALUE=PERIOD:20261109T083000Z/PT3H": ["02 08:30"]}
seen = {line: occurrences(line) for line in cases}
for line, starts in seen.items():
    print(f"{line}: expected ['02 08:30', '09 08:30']; seen {starts}")
sys.exit(0 if seen == cases else 1)
PYTHON
