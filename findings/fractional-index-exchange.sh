#!/usr/bin/env bash
# One in sixty keys of fractional-indexing-jittered is refused by fractional-indexing, and by its own other function.
#
# Both make keys of text for the order of a list, with the same digits and heads. fractional-indexing allows no 0 at
# the end of the fraction, as no key would fit before it. generate_jittered_key_between ends about one of 62 keys with
# 0. generate_key_between of both packages raises an error for a neighbor of such a key, so that no entry can be
# put beside it; sorting shows nothing.
#
# Installs both in a temporary folder and makes 10,000 keys with a fixed seed.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet fractional-indexing==0.1.3 fractional-indexing-jittered==0.2.0
"$folder/environment/bin/python" - <<'PYTHON'
import random
import sys

import fractional_indexing
import fractional_indexing_jittered

random.seed(20261024)
keys = [None]
for _ in range(10_000):
    keys.append(fractional_indexing_jittered.generate_jittered_key_between(keys[-1], None))
keys = keys[1:]
assert keys == sorted(set(keys))


def refused(package):
    count, example = 0, None
    for key in keys:
        try:
            package.generate_key_between(key, None)
        except package.FIError as error:
            count, example = count + 1, str(error)
    return count, example


print("10,000 entries are appended with fractional-indexing-jittered 0.2.0; their keys are sorted and different")
plain, own = refused(fractional_indexing), refused(fractional_indexing_jittered)
print(f"fractional-indexing 0.1.3 appends an entry: expected 0 errors; seen {plain[0]}, such as {plain[1]}")
print(f"generate_key_between of the package itself: expected 0 errors; seen {own[0]}, such as {own[1]}")
ends = sum(key.endswith("0") for key in keys)
print(f"keys that end with 0: {ends}")
sys.exit(0 if 100 < plain[0] <= ends and plain == own else 1)
PYTHON
