#!/usr/bin/env bash
# The Perl library Data::ICal writes lists of dates, tags and addresses as one value, and calendars drop the dates.
#
# When Data::ICal writes a calendar, it puts a backslash in front of each comma and semicolon, as RFC 5545 (3.3.11)
# wants it for text. It does so for all properties other than RRULE: for lists of dates (EXDATE, RDATE), for lists of
# texts (CATEGORIES, RESOURCES), for addresses and for EXRULE. A calendar that is only read and written has other data.
# libical, which many programs of desktops use, then drops EXDATE and RDATE as a whole; libraries that skip the
# backslash show the right days, so that tests with them pass. Cancelled workshops are back in people's calendars, and
# those on extra days are missing: write each of these dates as a property of its own.
#
# Unpacks the Debian packages of Data::ICal and libical in a temporary folder; reads and writes a calendar.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the packages.
set -euo pipefail
package=libdata-ical-perl version=0.24+dfsg-2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! apt-get download --quiet=2 "$package=$version" libclass-accessor-chained-perl libclass-accessor-perl \
  libclass-returnvalue-perl libdevel-stacktrace-perl libtext-vfile-asdata-perl \
  libical3=3.0.16-1+b1 libicu72 2>download.log; then
  echo "Debian 12 has $package $version and libical 3.0.16; run apt-get update there first" >&2
  exit 69
fi
for file in ./*.deb; do dpkg -x "$file" root; done
libraries=$(dirname "$(find "$folder/root" -name libical.so.3)")
calendar() {
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN BEGIN:VEVENT UID:workshop \
    DTSTAMP:20260101T000000Z DTSTART:20260610T100000Z DURATION:PT1H 'RRULE:FREQ=DAILY;COUNT=5' \
    "SUMMARY:Ropes\\, knots" "$@" END:VEVENT END:VCALENDAR
}
rewritten() {
  PERL5LIB=$folder/root/usr/share/perl5 perl -MData::ICal \
    -e 'print Data::ICal->new(filename => $ARGV[0])->as_string' "$1"
}
dates() {
  LD_LIBRARY_PATH=$libraries python3 - "$1" <<'PYTHON'
import ctypes
import sys

library = ctypes.CDLL("libical.so.3")
library.icalparser_parse_string.restype = ctypes.c_void_p
library.icalparser_parse_string.argtypes = [ctypes.c_char_p]
library.icalcomponent_as_ical_string.restype = ctypes.c_char_p
library.icalcomponent_as_ical_string.argtypes = [ctypes.c_void_p]
with open(sys.argv[1], "rb") as file:
    text = library.icalcomponent_as_ical_string(library.icalparser_parse_string(file.read())).decode()
print(*(line for line in text.splitlines() if line.startswith(("EXDATE", "RDATE"))))
PYTHON
}
echo "Data::ICal ${version%%+*}: reads a calendar with a workshop, and writes it"
status=0
check() {
  local expected=$1 known=$2 seen
  calendar "$expected" >one.ics
  rewritten one.ics >two.ics
  seen=$(grep "^${expected%%[:;]*}" two.ics | tr -d '\r')
  echo "expected $expected seen $seen"
  [ "$seen" = "$known" ] || status=1
}
check EXDATE:20260611T100000Z,20260612T100000Z 'EXDATE:20260611T100000Z\,20260612T100000Z'
check RDATE:20260620T100000Z,20260621T100000Z 'RDATE:20260620T100000Z\,20260621T100000Z'
check CATEGORIES:Outdoor,Beginners 'CATEGORIES:Outdoor\,Beginners'
check 'URL:https://example.org/talks;day=2,3' 'URL:https://example.org/talks\;day=2\,3'
check 'EXRULE:FREQ=WEEKLY;BYDAY=TH,FR' 'EXRULE:FREQ=WEEKLY\;BYDAY=TH\,FR'
check 'SUMMARY:Ropes\, knots' 'SUMMARY:Ropes\, knots'
calendar EXDATE:20260611T100000Z,20260612T100000Z RDATE:20260620T100000Z >one.ics
rewritten one.ics >two.ics
before=$(dates one.ics) after=$(dates two.ics)
echo "libical 3.0.16 reads the first calendar: $before"
echo "and the written one: expected the same; seen $after"
[ "$before" = 'EXDATE:20260611T100000Z EXDATE:20260612T100000Z RDATE:20260620T100000Z' ] || status=1
[ "$after" = RDATE:20260620T100000Z ] || status=1
exit $status
