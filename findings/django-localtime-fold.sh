#!/usr/bin/env bash
# Django's template filter "localtime" forgets which of two equal hours a time is in.
#
# When the clocks go back, one hour of local time occurs twice. Python tells the two apart by "fold".
# The filter builds a new datetime from the parts of the converted one, and leaves fold out. So
# {{ moment|localtime|date:"c" }} has the offset of summer in the second hour: an instant one hour early.
# Without "|localtime" the same template is right. wafer's schedule.xml has both filters.
#
# Installs Django in a temporary folder and prints what the filters make of both hours.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
versions=(${1:-5.2.19})
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for version in "${versions[@]}"; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet "Django==$version" tzdata
  "$folder/$version/bin/python" - <<'PYTHON'
import datetime
import sys

import django
from django.conf import settings

settings.configure(
    USE_TZ=True, TIME_ZONE="Europe/Berlin", TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}])
django.setup()
from django.template import Context, Template  # noqa: E402 -- the settings come first


def shown(template, moment):
    return Template("{% load tz %}" + template).render(Context({"moment": moment}))


print(f"Django {django.get_version()}, Python {sys.version.split()[0]}, Europe/Berlin on 25 October 2026")
wrong = 0
for hour in (0, 1):
    moment = datetime.datetime(2026, 10, 25, hour, 30, tzinfo=datetime.timezone.utc)
    plain = shown('{{ moment|date:"c" }}', moment)
    local = shown('{{ moment|localtime|date:"c" }}', moment)
    print(f"{moment.isoformat()}: date {plain}, localtime and date {local}")
    if datetime.datetime.fromisoformat(plain) != moment:
        sys.exit("the filter date alone is wrong, which is new")
    wrong += datetime.datetime.fromisoformat(local) != moment
print(f"expected: both have the same instant in both hours; seen: {wrong} of 2 are an hour early")
sys.exit(0 if wrong == 1 else 1)
PYTHON
done
