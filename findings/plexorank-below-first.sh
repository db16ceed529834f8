#!/usr/bin/env bash
# With plexorank, entries that are put at the same place of a list again and again are sorted wrongly after a while.
#
# plexorank makes strings for the order of a list, so that an entry can be put between two others without a change of
# these. create_mean_rank takes the two neighbors. A new entry directly below a first one that stays is right about
# thirty times; then the new string is behind both neighbors, without an error, and the list shows the entry one place
# lower. At the middle of a list, the same happens after about fifty times, and later entries are wrong by many places.
# Entries at random places, and at both ends with increment_rank and decrement_rank, are right, as tests are.
# In a list with a fixed first entry, such as a day's opening, each later entry goes to the wrong place: check that
# the new string is between its neighbors, and number the whole list anew if it is not.
#
# Installs plexorank in a temporary folder, and puts entries into a list of three.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.0.9}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "plexorank==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import random
import sys

from plexorank.rank import create_bulk_ranks, create_mean_rank


def wrong(place, count):
    """The numbers of the new entries that sort elsewhere, and the first of them with its neighbors."""
    ranks, numbers, first = create_bulk_ranks(3), [], None
    for number in range(1, count + 1):
        index = place(ranks)
        above, below = ranks[index - 1:index + 1]
        new = create_mean_rank(above, below)
        if not above < new < below:
            numbers.append(number)
            first = first or (above, new, below)
        ranks.append(new)
        ranks.sort()
    return numbers, first


print(f"plexorank {sys.argv[1]}: a list of three entries; new ones are put between two of them")
numbers, first = wrong(lambda ranks: 1, 100)
middle = wrong(lambda ranks: len(ranks) // 2, 100)[0]
chance = random.Random(1)
scattered = wrong(lambda ranks: chance.randrange(1, len(ranks)), 1000)[0]
print(f"1000 entries at random places: {len(scattered)} are not between their neighbors")
print(f"100 entries below the first one: expected 0 that are not; seen {len(numbers)}, first number {numbers[0]}")
print(f"its neighbors are {first[0]} and {first[2]}: expected a string between them; seen {first[1]}")
print(f"100 entries in the middle: expected 0 that are not; seen {len(middle)}, first number {middle[0]}")
sys.exit(0 if (scattered, numbers[0], first) == ([], 30, ("bbbbbb", "bbbbbban", "bbbbbba")) and middle else 1)
PYTHON
