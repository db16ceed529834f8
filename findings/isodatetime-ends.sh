#!/usr/bin/env bash
# With isodatetime of the Met Office, a series that ends on 31 May ends on the 30th, and 24:00 is before midnight.
#
# metomi-isodatetime reads all of ISO 8601. R3/P1M/2026-05-31T10:00Z is a series of three with one month between them,
# of which the last is on 31 May. The library goes back a month at a time, to 30 April and 30 March, and lists the
# series from there: the end that the text names is not in it. With five times, all of them are on the 28th. 24:00 is
# the end of a day, the same moment as 0:00 of the next; the library counts on from it correctly, and says that the two
# differ by nothing, but not that they are equal: 24:00 comes first. A day less 30 hours is written as P1DT-30H, which
# neither ISO 8601 nor the library itself allows, although P1W less P8D is -P1D.
# The deadline at the end of a month is missing in its own series, and sets and tests for gaps take a midnight for two:
# start series at their first day, compare differences of times, and subtract times instead of lengths.
#
# Installs metomi-isodatetime in a temporary folder; lists series, compares times and subtracts lengths.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-3.2.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "metomi-isodatetime==1!$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from metomi.isodatetime.parsers import DurationParser, TimePointParser, TimeRecurrenceParser

point, length, series = TimePointParser().parse, DurationParser().parse, TimeRecurrenceParser().parse


def days(text):
    return [str(time)[5:10] for time in series(text)]


def read_again(value):
    try:
        return length(value) == length(value)
    except ValueError:
        return False


end, midnight = point("2026-06-10T24:00Z"), point("2026-06-11T00:00Z")
may = "R3/P1M/2026-05-31T10:00Z"
less = str(length("P1D") - length("PT30H"))
cases = [
    (may, "03-31, 04-30, 05-31", ", ".join(days(may)), "03-30, 04-30, 05-30"),
    ("31 May is in it", True, series(may).get_is_valid(point("2026-05-31T10:00Z")), False),
    ("R5/P1M/2026-05-31T10:00Z", "01-31, 02-28, 03-31, 04-30, 05-31", ", ".join(days("R5/P1M/2026-05-31T10:00Z")),
     "01-28, 02-28, 03-28, 04-28, 05-28"),
    ("24:00 and 0:00 of the next day differ by", "nothing", str(midnight - end), "P0Y"),
    ("they are equal", True, end == midnight, False),
    ("24:00 is before 0:00", False, end < midnight, True),
    ("a set of both has", 1, len({end, midnight}), 2),
    ("P1W - P8D", "-P1D", str(length("P1W") - length("P8D")), "-P1D"),
    ("P1D - PT30H", "-PT6H", less, "P1DT-30H"),
    ("that is read again", True, read_again(less), False)]
print(f"metomi-isodatetime {sys.argv[1]}")
for name, expected, seen, known in cases:
    print(f"{name}: expected {expected}; seen {seen}")
sys.exit(0 if all(seen == known for _, _, seen, known in cases) else 1)
PYTHON
