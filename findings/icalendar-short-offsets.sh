#!/usr/bin/env bash
# A zone definition that icalendar writes lacks an offset that was in force for a month.
#
# Morocco's clocks went back for the month of Ramadan. icalendar makes the VTIMEZONE of a file from Python's
# zone data. It looks for the next offset in steps of up to 64 days, and steps over a month that ends before the
# next step. It finds most of these months and lacks others, such as that of 2024: a talk at 09:00 UTC is at
# 08:00 UTC for a reader of the file. The same happens to the four weeks of summer time in Fiji around New Year 2021.
#
# Installs icalendar and dateutil in a temporary folder. icalendar writes the definition, both read it.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet icalendar==7.3.2 python-dateutil==2.9.0.post0 tzdata==2026.6
PYTHONTZPATH='' "$folder/environment/bin/python" - <<'PYTHON'
import io
import sys
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
from dateutil.tz import tzical


def years(name, talk):
    zone = ZoneInfo(name)
    event = icalendar.Event.new(uid="talk", summary="A talk", start=talk.replace(tzinfo=zone))
    calendar = icalendar.Calendar.new(subcomponents=[event])
    calendar.add_missing_timezones()
    text = calendar.to_ical().decode()
    written = tzical(io.StringIO(text.replace("\r\n", "\n"))).get(name)
    private = icalendar.Calendar.from_ical(text.replace(f"TZID:{name}", f"TZID:Private {name}")).timezones[0].to_tz()
    print(f"{name}, {talk}: expected the offset {zone.utcoffset(talk)}; seen {written.utcoffset(talk)}")
    wrong = set()
    for day in range(365 * 20):
        noon = datetime(2010, 1, 1, 12) + timedelta(days=day)
        offsets = [noon.replace(tzinfo=each).utcoffset() for each in (zone, written, private)]
        if offsets[1] != offsets[2]:
            sys.exit(f"dateutil and icalendar read the definition differently at {noon}, which is new")
        if offsets[0] != offsets[1]:
            wrong.add(noon.year)
    print(f"{name}: expected no wrong day from 2010 to 2029; seen such days in {sorted(wrong)}")
    return sorted(wrong)


print("icalendar 7.3.2 with tzdata 2026.6")
seen = [years("Africa/Casablanca", datetime(2024, 3, 20, 9)), years("Pacific/Fiji", datetime(2021, 1, 5, 9))]
sys.exit(0 if seen == [[2012, 2013, 2014, 2015, 2016, 2019, 2024], [2020, 2021]] else 1)
PYTHON
