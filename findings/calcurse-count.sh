#!/usr/bin/env bash
# calcurse appends an occurrence to a series for each excluded one.
#
# COUNT is the number of occurrences of the rule, and EXDATE excludes some of them (RFC 5545, 3.3.10 and 3.8.5.1).
# On import, calcurse replaces COUNT by the last day. It counts only the occurrences that remain. A workshop on
# four days, one of them cancelled, appears on a fifth day as well.
#
# Unpacks the Debian package of calcurse in a temporary folder, imports a calendar and lists the days.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the package.
set -euo pipefail
package=calcurse version=4.7.1-1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! apt-get download --quiet=2 "$package=$version" 2>download.log; then
  echo "Debian 12 has $package $version; run apt-get update there first" >&2
  exit 69
fi
dpkg -x ./*.deb root
export TZ=UTC LC_ALL=C HOME=$folder
status=0
check() {
  local expected=$1 known=$2 name seen
  shift 2
  name="COUNT=4 ${*:-without EXDATE}"
  rm -rf data
  mkdir data
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN BEGIN:VEVENT UID:workshop \
    DTSTAMP:20260101T000000Z DTSTART:20261105T090000Z DURATION:PT1H "RRULE:FREQ=DAILY;COUNT=4" "$@" \
    SUMMARY:Workshop END:VEVENT END:VCALENDAR >workshop.ics
  root/usr/bin/calcurse -q -D data -i workshop.ics >import.log
  seen=$(root/usr/bin/calcurse -q -D data -C data -Q --from 11/01/2026 --days 20 --filter-type cal \
    | sed -n 's,^11/\([0-9]*\)/26:.*,\1,p' | tr '\n' ' ')
  echo "$name: expected November $expected; seen $seen"
  [ "$seen" = "$known " ] || status=1
}
echo "calcurse $version: a workshop from 5 November 2026 on four days"
check "05 06 07 08" "05 06 07 08"
check "05 07 08" "05 07 08 09" EXDATE:20261106T090000Z
check "05 08" "05 08 09 10" EXDATE:20261106T090000Z,20261107T090000Z
exit "$status"
