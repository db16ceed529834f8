#!/usr/bin/env bash
# kcal, which edits a calendar file, doubles reminders and rules of zones when it deletes an event, and drops zones.
#
# kcal deletes an event by its UID and writes the rest of the file again. It goes through all parts of the calendar,
# and adds each of them to the calendar itself: the reminder of another event and the rules within the definition of a
# zone are written a second time, outside of the event and of the zone, where iCalendar does not allow them. The UID can
# be shortened, and all events whose UID begins with these letters are deleted, also if they are the whole UID of one
# event: to delete talk-1 deletes talk-12 as well, and the message names one event.
# A start or end that is edited loses the name of its zone, so that a talk that is moved by an hour is at that hour of
# each reader's own clock.
# After one talk was cancelled, the file has parts that no reader has to accept, and other talks can be gone: compare
# the count of events, and write the zone of an edited start yourself.
#
# Installs kcal-cli in a temporary folder, and deletes and moves talks of a small calendar.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.2.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet "kcal-cli==$version" icalendar==6.3.2 tzdata==2026.6
talk() {
  printf '%s\r\n' BEGIN:VEVENT "UID:$1" DTSTAMP:20260101T000000Z "DTSTART;TZID=Europe/Berlin:20260610T$2" \
    "DTEND;TZID=Europe/Berlin:20260610T$3" "SUMMARY:$1"
  [ -z "${4:-}" ] || printf '%s\r\n' BEGIN:VALARM ACTION:DISPLAY "DESCRIPTION:$1" TRIGGER:-PT10M END:VALARM
  printf '%s\r\n' END:VEVENT
}
{
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN BEGIN:VTIMEZONE TZID:Europe/Berlin \
    BEGIN:DAYLIGHT DTSTART:19810329T020000 TZOFFSETFROM:+0100 TZOFFSETTO:+0200 \
    "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU" END:DAYLIGHT \
    BEGIN:STANDARD DTSTART:19961027T030000 TZOFFSETFROM:+0200 TZOFFSETTO:+0100 \
    "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU" END:STANDARD END:VTIMEZONE
  talk opening 100000 110000 reminder
  talk talk-1 110000 120000
  talk talk-12 120000 130000
  talk talk-13 130000 140000
  printf '%s\r\n' END:VCALENDAR
} >calendar.ics
same=0
check() {
  echo "$1: expected $2; seen $3"
  [ "$3" = "$4" ] || same=1
}
lines() { tr -d '\r' <"$1" | grep -c "$2" || true; }
echo "kcal-cli $version"
cp calendar.ics deleted.ics
said=$(environment/bin/kcal --file deleted.ics delete talk-12)
check "talk-12 is deleted" "3 of 4 events" "$(lines deleted.ics ^BEGIN:VEVENT)" 3
check "the reminders of the others" "1" "$(lines deleted.ics ^BEGIN:VALARM)" 2
check "the rules of the zone" "2, one for summer and one for winter" \
  "$(lines deleted.ics '^BEGIN:\(DAYLIGHT\|STANDARD\)')" 4
check "a reminder outside of all events" "none" \
  "$(tr -d '\r' <deleted.ics | awk '/^BEGIN:VEVENT/{n=1} /^END:VEVENT/{n=0} /^BEGIN:VALARM/&&!n{c++} END{print c+0}')" 1
cp calendar.ics prefix.ics
said=$(environment/bin/kcal --file prefix.ics delete talk-1)
check "talk-1 is deleted, and kcal says \"$said\"" "3 of 4 events" "$(lines prefix.ics ^BEGIN:VEVENT)" 1
cp calendar.ics moved.ics
environment/bin/kcal --file moved.ics edit talk-13 --start "2026-06-10 15:00" --end "2026-06-10 16:00" >/dev/null
check "talk-13 is moved to 15:00" "DTSTART;TZID=Europe/Berlin:20260610T150000" \
  "$(tr -d '\r' <moved.ics | grep '^DTSTART.*T150000')" DTSTART:20260610T150000
exit $same
