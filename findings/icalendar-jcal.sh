#!/usr/bin/env bash
# Talks lose their zone when icalendar reads a jCal file, and on the way back from jCal with ical2jcal.
#
# jCal is iCalendar as JSON, and a calendar means the same after it was converted to jCal and back (RFC 7265, 1).
# icalendar writes the definition of each zone into the JSON, and the name of the zone at each talk. When it reads the
# JSON, it looks for the name in the time zone database only. A name that the file defines, such as "Venue" or those of
# Outlook and pretalx, has no zone: the talk is at 09:00 wherever the reader is, and so it is in the calendar that is
# written back. In the process that read the original calendar, all is right, as it still knows the name.
# A list of resources becomes one resource with commas on the way through icalendar.
#
# Installs the packages in a temporary folder, converts a calendar to jCal and back, and reads it.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet icalendar==7.3.2 ical2jcal==1.0.6 tzdata==2026.6
cd "$folder"
calendar() {
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN \
    BEGIN:VTIMEZONE "TZID:$1" \
    BEGIN:STANDARD DTSTART:19701025T030000 TZOFFSETFROM:+0200 TZOFFSETTO:+0100 \
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU' END:STANDARD \
    BEGIN:DAYLIGHT DTSTART:19700329T020000 TZOFFSETFROM:+0100 TZOFFSETTO:+0200 \
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU' END:DAYLIGHT END:VTIMEZONE \
    BEGIN:VEVENT UID:opening@example.org DTSTAMP:20260101T000000Z SUMMARY:Opening RESOURCES:Projector,Microphone \
    "DTSTART;TZID=$1:20260710T090000" "DTEND;TZID=$1:20260710T100000" END:VEVENT END:VCALENDAR
}
start() {
  environment/bin/python - "$@" <<'PYTHON'
import json
import sys

import icalendar

for name in sys.argv[1:]:
    with open(name, encoding="utf-8", newline="") as file:
        text = file.read()
    if name.endswith("json"):
        calendar = icalendar.Calendar.from_jcal(json.loads(text))
    else:
        calendar = icalendar.Calendar.from_ical(text)
print(calendar.events[0].start.isoformat())
PYTHON
}
export PYTHONTZPATH=''
status=0
check() {
  local name=$1 known=$2 seen line
  calendar "$name" >calendar.ics
  environment/bin/ical2jcal calendar.ics calendar.json
  environment/bin/jcal2ical calendar.json back.ics
  line=$(grep -a '^DTSTART.*T090000' back.ics | tr -d '\r')
  seen="$(start calendar.ics) $(start calendar.json) $line"
  echo "$name, read from the calendar, from its jCal, and the line of the calendar that jcal2ical writes back:"
  echo "expected 2026-07-10T09:00:00+02:00 2026-07-10T09:00:00+02:00 DTSTART;TZID=$name:20260710T090000"
  echo "seen     $seen"
  [ "$seen" = "$known" ] || status=1
}
echo "icalendar 7.3.2 with ical2jcal 1.0.6: a talk at 09:00 in a zone that the calendar defines"
check Europe/Berlin "2026-07-10T09:00:00+02:00 2026-07-10T09:00:00+02:00 DTSTART;TZID=Europe/Berlin:20260710T090000"
check Venue "2026-07-10T09:00:00+02:00 2026-07-10T09:00:00 DTSTART:20260710T090000"
together=$(start calendar.ics calendar.json)
echo "Venue, read from jCal in a process that has read the calendar: $together"
[ "$together" = 2026-07-10T09:00:00+02:00 ] || status=1
resources=$(grep -a '^RESOURCES' back.ics | tr -d '\r')
echo "expected RESOURCES:Projector,Microphone seen $resources"
[ "$resources" = 'RESOURCES:Projector\,Microphone' ] || status=1
exit $status
