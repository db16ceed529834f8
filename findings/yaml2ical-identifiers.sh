#!/usr/bin/env bash
# In calendars of yaml2ical, a skipped first date removes a whole series, and a second meeting on one day is missing.
#
# yaml2ical turns descriptions of online meetings into calendars. A UID belongs to one event (RFC 5545, 3.8.4.7), but
# yaml2ical makes it of the name of the team and the day of the first meeting. Two weekly meetings of a team on one day,
# such as one for each half of the world, have the same UID. For each skipped date, yaml2ical adds an entry that says
# so. If that date is the first one, the entry and the series have the same UID. Programs take events with one UID for
# versions of one event and show only one of them.
# A monthly meeting does not take place in the month of its start_date. According to the documentation, the first one is
# on that date or after it.
#
# Installs yaml2ical and recurring-ical-events in a temporary folder; one writes calendars, the other lists them.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.15.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "yaml2ical==$version" recurring-ical-events==3.8.2 icalendar==7.3.2 \
  python-dateutil==2.9.0.post0 pytz==2026.2 tzdata==2026.6
cd "$folder"
cat >list.py <<'PYTHON'
import icalendar
import recurring_ical_events

with open("calendar.ics", "rb") as file:
    calendar = icalendar.Calendar.from_ical(file.read())
events = recurring_ical_events.of(calendar).between((2026, 12, 1), (2027, 1, 6))
lines = sorted((event.start, str(event["SUMMARY"]).split(":")[0]) for event in events)
print(", ".join(f"{start:%d %b %H:%M}" + " (cancelled)" * (title == "CANCELLED") for start, title in lines))
PYTHON
status=0
check() {
  local name=$1 expected=$2 known=$3 seen meeting
  shift 3
  mkdir -p meetings
  printf '%s\n' 'project: Video Team' 'chair: Ann' 'description: A meeting' 'schedule:' >meetings/video-team.yaml
  for meeting in "$@"; do
    printf '  - {day: Monday, irc: video, %s}\n' "$meeting" >>meetings/video-team.yaml
  done
  environment/bin/yaml2ical --force --yamldir meetings --output calendar.ics 2>log
  seen=$(environment/bin/python list.py)
  echo "$name: UID $(grep -a ^UID: calendar.ics | tr -d '\r' | cut -d: -f2 | paste -sd ' ')"
  echo "  expected $expected"
  echo "  seen     $seen"
  [ "$seen" = "$known" ] || status=1
}
echo "yaml2ical $version, listed by recurring-ical-events 3.8.2"
mornings="07 Dec 08:00, 14 Dec 08:00, 21 Dec 08:00, 28 Dec 08:00, 04 Jan 08:00"
both="${mornings//08:00/08:00 and 16:00}"
later="14 Dec 08:00, 21 Dec 08:00, 28 Dec 08:00, 04 Jan 08:00"
weekly="frequency: weekly, start_date: 20261207"
check "weekly" "$mornings" "$mornings" "time: '0800', $weekly"
check "weekly at 08:00, and weekly at 16:00" "$both" "$mornings" "time: '0800', $weekly" "time: '1600', $weekly"
check "weekly, but not on 7 December" "07 Dec 08:00 (cancelled), $later" "07 Dec 08:00 (cancelled)" \
  "time: '0800', $weekly, skip_dates: [{skip_date: 20261207, reason: holiday}]"
check "each first Monday, from 1 December" "07 Dec 08:00, 04 Jan 08:00" "04 Jan 08:00" \
  "time: '0800', frequency: first-monday, start_date: 20261201"
exit $status
