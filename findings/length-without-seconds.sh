#!/usr/bin/env bash
# Three libraries read the length 00:45 of schedule.xml as 45 seconds, as 45 minutes, and not at all.
#
# frab and pretalx write lengths as hours and minutes, from a day on as days, hours and minutes. For Django, which
# pretalx and wafer are built with, the last number is always seconds: parse_duration makes a talk of 45 seconds
# from 00:45. pydantic reads 45 minutes. Both take 1:12:00, a length of 36 hours, for 72 minutes. pandas requires
# three numbers. None of them reports anything for a length that it misunderstands.
#
# Installs the three in a temporary folder and reads lengths.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet Django==5.2.19 pydantic==2.14.4 pandas==3.1.1
"$folder/environment/bin/python" - <<'PYTHON'
import sys
from datetime import timedelta

import pandas
from django.utils.dateparse import parse_duration
from pydantic import TypeAdapter

readers = {
    "Django 5.2.19": parse_duration, "pydantic 2.14.4": TypeAdapter(timedelta).validate_python,
    "pandas 3.1.1": lambda text: pandas.to_timedelta(text).to_pytimedelta()}


def read(reader, text):
    try:
        return str(reader(text))
    except ValueError as error:
        return type(error).__name__


seen = {}
for text, expected in (("00:45", "0:45:00"), ("1:12:00", "1 day, 12:00:00"), ("PT45M", "0:45:00")):
    seen[text] = [read(reader, text) for reader in readers.values()]
    answers = ", ".join(f"{name} {answer}" for name, answer in zip(readers, seen[text]))
    print(f"{text}: expected {expected}; seen {answers}")
sys.exit(0 if seen == {"00:45": ["0:00:45", "0:45:00", "ValueError"], "1:12:00": ["1:12:00"] * 3,
                       "PT45M": ["0:45:00"] * 3} else 1)
PYTHON
