#!/usr/bin/env bash
# Four libraries read a talk in New York, Denver or London an hour late in summer if vobject wrote the calendar.
#
# A calendar defines its zones, and TZID in an event means the definition of that name in the same file (RFC 5545,
# 3.2.19 and 3.6.5). vobject, which writes the calendars of pretalx, names a zone by its abbreviation in winter and
# writes the right rules: New York is "EST", with an hour more in summer. icalendar, ical, ics and icalevents look the
# name up in the time zone database first, which has zones of these names that never change their clocks. They do not
# read the rules. The database has no "PST": for Los Angeles, icalendar and icalevents are right, ics takes the time for
# UTC, and ical refuses the calendar, as it does not accept UNTIL in UTC in a zone, which RFC 5545 requires (3.3.10).
#
# Installs the five libraries in a temporary folder; vobject writes a talk, and each of them reads it in a new process.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet vobject==0.9.9 icalendar==7.3.2 ical==14.3.1 ics==0.7.3 \
  icalevents==0.3.1 python-dateutil==2.9.0.post0 tzdata==2026.6
cat >"$folder/write.py" <<'PYTHON'
import sys
from datetime import datetime
from zoneinfo import ZoneInfo

import vobject

place, month = sys.argv[1], int(sys.argv[2])
calendar = vobject.iCalendar()
event = calendar.add("vevent")
event.add("uid").value = "opening@example.org"
event.add("summary").value = "Opening"
event.add("dtstart").value = datetime(2026, month, 10, 9, tzinfo=ZoneInfo(place))
event.add("dtend").value = datetime(2026, month, 10, 10, tzinfo=ZoneInfo(place))
sys.stdout.write(calendar.serialize())
PYTHON
cat >"$folder/read.py" <<'PYTHON'
import sys
from datetime import datetime, timezone

library, text = sys.argv[1], sys.stdin.read().replace("\r\n", "\n").replace("\n", "\r\n")
if library == "vobject":
    import vobject
    start = vobject.readOne(text).vevent.dtstart.value
elif library == "icalendar":
    import icalendar
    start = icalendar.Calendar.from_ical(text).events[0].start
elif library == "ical":
    from ical.calendar_stream import IcsCalendarStream
    from ical.exceptions import CalendarParseError
    try:
        start = IcsCalendarStream.calendar_from_ics(text).events[0].dtstart
    except CalendarParseError:
        sys.exit(print("refused"))
elif library == "ics":
    import ics
    start = next(iter(ics.Calendar(text).events)).begin.datetime
else:
    from icalevents.icalevents import events
    start = events(string_content=text.encode(), start=datetime(2026, 1, 1), end=datetime(2026, 12, 31))[0].start
print(start.astimezone(timezone.utc).strftime("%H:%M"))
PYTHON
export PYTHONTZPATH=''
python=$folder/environment/bin/python
status=0
check() {
  local place=$1 month=$2 expected=$3 known=$4 library seen="" line
  "$python" "$folder/write.py" "$place" "$month" >"$folder/calendar.ics"
  line=$(grep -a '^DTSTART;' "$folder/calendar.ics" | tr -d '\r')
  for library in vobject icalendar ical ics icalevents; do
    seen+=" $("$python" "$folder/read.py" "$library" <"$folder/calendar.ics")"
  done
  echo "$place: $line; expected $expected UTC in all; seen$seen"
  [ "$seen" = "$known" ] || status=1
}
echo "a talk at 09:00, written by vobject 0.9.9"
echo "read by vobject 0.9.9, icalendar 7.3.2, ical 14.3.1, ics 0.7.3 and icalevents 0.3.1, in this order"
check America/New_York 7 13:00 " 13:00 14:00 14:00 14:00 14:00"
check America/Denver 7 15:00 " 15:00 16:00 16:00 16:00 16:00"
check Europe/London 7 08:00 " 08:00 09:00 09:00 09:00 09:00"
check America/New_York 1 14:00 " 14:00 14:00 14:00 14:00 14:00"
check America/Los_Angeles 7 16:00 " 16:00 16:00 refused 09:00 16:00"
exit $status
