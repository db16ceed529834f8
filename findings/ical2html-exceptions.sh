#!/usr/bin/env bash
# ical2html puts cancelled and moved occurrences into the table, and leaves extra dates out.
#
# ical2html makes a table of HTML from a calendar, with libical. It lists the occurrences of RRULE, and reads neither
# EXDATE nor RDATE (RFC 5545, 3.8.5). An event with RECURRENCE-ID, which is a change of one occurrence, is listed in
# addition to the occurrence that it replaces. Events that are cancelled (STATUS:CANCELLED) are listed like all others.
# On the page of a venue, a workshop takes place on the day on which it was cancelled, and at the old and the new hour:
# write each occurrence as an event of its own before making such a page.
#
# Unpacks the Debian packages of ical2html and libical in a temporary folder and makes tables of small calendars.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the packages.
set -euo pipefail
package=ical2html version=3.0-1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! apt-get download --quiet=2 "$package=$version" libical3=3.0.16-1+b1 libicu72 2>download.log; then
  echo "Debian 12 has $package $version and libical 3.0.16; run apt-get update there first" >&2
  exit 69
fi
for file in ./*.deb; do dpkg -x "$file" root; done
LD_LIBRARY_PATH=$(dirname "$(find "$folder/root" -name libical.so.3)")
export LD_LIBRARY_PATH TZ=UTC LC_ALL=C
status=0
check() {
  local name=$1 expected=$2 known=$3 seen
  shift 3
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN BEGIN:VEVENT UID:workshop \
    DTSTAMP:20260101T000000Z DTSTART:20260610T100000Z DURATION:PT1H SUMMARY:Workshop "$@" \
    END:VEVENT END:VCALENDAR >workshop.ics
  root/usr/bin/ical2html 20260601 P4W workshop.ics >workshop.html
  seen=$(sed -n 's/^title="202606\([0-9]*\)T\([0-9][0-9]\)0000Z">[^-]*-.*/\1 at \2/p' workshop.html | paste -sd, -)
  echo "$name: expected ${expected:-nothing}; seen $seen"
  [ "$seen" = "$known" ] || status=1
}
echo "ical2html ${version%-*}: a workshop on 10 June 2026 at 10"
rule='RRULE:FREQ=DAILY;COUNT=3'
check "three days" "10 at 10,11 at 10,12 at 10" "10 at 10,11 at 10,12 at 10" "$rule"
check "the second day is cancelled" "10 at 10,12 at 10" "10 at 10,11 at 10,12 at 10" "$rule" EXDATE:20260611T100000Z
check "the second day was moved to 14" "10 at 10,11 at 14,12 at 10" "10 at 10,11 at 10,11 at 14,12 at 10" "$rule" \
  END:VEVENT BEGIN:VEVENT UID:workshop DTSTAMP:20260101T000000Z RECURRENCE-ID:20260611T100000Z \
  DTSTART:20260611T140000Z DURATION:PT1H SUMMARY:Workshop
check "and on 15 June" "10 at 10,15 at 10" "10 at 10" RDATE:20260615T100000Z
check "cancelled" "" "10 at 10" STATUS:CANCELLED
exit $status
