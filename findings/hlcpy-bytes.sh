#!/usr/bin/env bash
# With hlcpy, two events of one device change their order when their clocks are stored as bytes.
#
# A hybrid logical clock gives each event a time and a counter: the time never goes back, and the counter orders events
# of one time. hlcpy compares clocks by nanoseconds and counter. to_bytes stores milliseconds, which its documentation
# says, and the counter as it is. A later event of the same millisecond has a later nanosecond and its counter starts
# at zero, so that after from_bytes it is earlier than the events before it, whose counter was higher. The time is
# rounded up, as a number with a fraction: one of eight whole milliseconds becomes the next one. As text, all is right.
# Another device that gets the bytes applies the older change last, and a talk has its former room there only: store
# clocks as text.
#
# Installs hlcpy in a temporary folder; a device gets a change of another one, and makes two changes.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.0.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "hlcpy==$version" iso8601==2.1.0
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from unittest import mock

from hlcpy import HLC

MILLISECOND = 1_781_082_000_000_000_000


def at(nanoseconds):
    return mock.patch("time.time_ns", return_value=MILLISECOND + nanoseconds)


clock = HLC(MILLISECOND)
with at(100_000):
    clock.merge(HLC(MILLISECOND + 300_000, 4))
first = HLC(*clock.tuple())
with at(600_000):
    clock.sync()
second = HLC(*clock.tuple())
print(f"hlcpy {sys.argv[1]}: a change arrives whose clock is 0.2 ms ahead, 0.5 ms later the device makes another one")
print(f"the clocks are {first} and {second}: the first is {'earlier' if first < second else 'later'}")
seen = []
for name, stored in (
    ("text", [HLC.from_str(str(clock)) for clock in (first, second)]),
    ("bytes", [HLC.from_bytes(clock.to_bytes()) for clock in (first, second)]),
):
    seen.append("earlier" if stored[0] < stored[1] else "later")
    print(f"stored as {name}, {stored[0]} and {stored[1]}: expected earlier; seen {seen[-1]}")
whole = [HLC(MILLISECOND + 1_000_000 * number) for number in range(2000)]
late = sum(HLC.from_bytes(clock.to_bytes()).nanos - clock.nanos > 900_000 for clock in whole)
print(f"2000 clocks of whole milliseconds, stored as bytes: expected 0 that are a millisecond later; seen {late}")
sys.exit(0 if first < second and seen == ["earlier", "later"] and late == 250 else 1)
PYTHON
