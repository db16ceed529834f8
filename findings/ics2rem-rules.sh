#!/usr/bin/env bash
# ics2rem turns the last Friday of each month into every Saturday, and keeps cancelled occurrences.
#
# The converter of python-remind writes iCalendar events for the program remind. "Monthly on the last Friday" becomes
# "Fri -13", which remind reads as 13 days before each Friday. EXDATE is not converted. With two weekdays, "every
# second week" becomes every week, and "every second month" becomes every month. The time is moved to the zone of
# the reader, but the weekdays and the last day are not: evenings in New York lose an occurrence or fall on other days
# in Berlin. The list of known limitations of the converter names none of this.
#
# Unpacks the Debian package of remind and installs the converter in a temporary folder, and lists the days.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the package.
set -euo pipefail
package=remind version=04.02.03-4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! apt-get download --quiet=2 "$package=$version" 2>download.log; then
  echo "Debian 12 has $package $version; run apt-get update there first" >&2
  exit 69
fi
dpkg -x ./*.deb root
python3 -m venv environment
environment/bin/pip install --quiet remind==0.19.2 vobject==0.9.9 python-dateutil==2.9.0.post0 pytz==2026.6 \
  tzdata==2026.6
export TZ=Europe/Berlin LC_ALL=C HOME=$folder PATH=$folder/root/usr/bin:$PATH
status=0
check() {
  local name=$1 expected=$2 known=$3 seen
  shift 3
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN BEGIN:VEVENT UID:workshop \
    DTSTAMP:20260101T000000Z "$@" DURATION:PT1H SUMMARY:Workshop END:VEVENT END:VCALENDAR >workshop.ics
  environment/bin/ics2rem workshop.ics workshop.rem
  seen=$(remind -s+26 workshop.rem 2026-06-01 | sed -n 's,^2026/\([0-9]*\)/\([0-9]*\) .*,\1-\2,p' | sort -u | xargs)
  echo "$name: expected $expected; seen $seen, from $(sed 's/ MSG .*//' workshop.rem)"
  [ "$seen" = "$known" ] || status=1
}
echo "python-remind 0.19.2, remind $version, from June 2026 on, in Berlin"
berlin="DTSTART;TZID=Europe/Berlin" york="DTSTART;TZID=America/New_York"
check "each Tuesday, four times" "06-02 06-09 06-16 06-23" "06-02 06-09 06-16 06-23" \
  "$berlin:20260602T100000" "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4"
check "each Tuesday, the third cancelled" "06-02 06-09 06-23" "06-02 06-09 06-16 06-23" \
  "$berlin:20260602T100000" "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4" "EXDATE;TZID=Europe/Berlin:20260616T100000"
check "on the last Friday of the month, twice" "06-26 07-31" "06-27 07-04 07-11 07-18" \
  "$berlin:20260626T100000" "RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=2"
check "Tuesday and Thursday of every second week" "06-02 06-04 06-16 06-18" "06-02 06-04 06-09 06-11 06-16 06-18" \
  "$berlin:20260602T100000" "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=4"
check "every second month" "06-02 08-02 10-02" "06-02 07-02 08-02 09-02 10-02" \
  "$berlin:20260602T100000" "RRULE:FREQ=MONTHLY;INTERVAL=2;COUNT=3"
check "20:00 in New York, three days" "06-03 06-04 06-05" "06-03 06-04" \
  "$york:20260602T200000" "RRULE:FREQ=DAILY;COUNT=3"
check "20:00 in New York, Tuesday and Thursday" "06-03 06-05 06-10 06-12" "06-04 06-09 06-11" \
  "$york:20260602T200000" "RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4"
exit "$status"
