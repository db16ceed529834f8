#!/usr/bin/env bash
# The Perl library iCal::Parser moves workshops to the hour of its own zone, and loses those that share a day.
#
# iCal::Parser gives the events of each day with their starts as DateTime objects, in the zone that one asks for. It
# does not read TZID: 20:00 in New York is at 20:00 in Berlin, while a start in UTC is converted. The occurrences of a
# series have no zone at all. RDATE is not read. Each day has one place for each UID: if a series takes place twice
# a day, the last hour remains, and an occurrence that was moved to the day of the next one replaces it.
# A page of such a program shows online talks hours off, and half of the guided tours: give starts in UTC, and each
# tour of a day a UID of its own.
#
# Unpacks the Debian packages of iCal::Parser in a temporary folder and lists the events of calendars.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the packages.
set -euo pipefail
package=libical-parser-perl version=1.21-3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
modules=()
for name in algorithm-c3 b-hooks-endofscope class-accessor-chained class-accessor class-c3 class-data-inheritable \
  class-inspector class-method-modifiers class-singleton data-optlist datetime-event-ical datetime-event-recurrence \
  datetime-format-ical datetime-locale datetime datetime-set datetime-timezone devel-callchecker devel-stacktrace \
  dynaloader-functions eval-closure exception-class file-sharedir io-string module-implementation module-runtime \
  mro-compat namespace-autoclean namespace-clean package-stash params-classify params-util params-validate \
  params-validationcompiler role-tiny set-infinite specio sub-exporter sub-exporter-progressive sub-identify \
  sub-install sub-name sub-quote text-vfile-asdata try-tiny variable-magic xstring; do
  modules+=("lib$name-perl")
done
if ! { perl -e 'exit($^V =~ /^v5\.36\./ ? 0 : 1)' &&
  apt-get download --quiet=2 "$package=$version" "${modules[@]}" 2>download.log; }; then
  echo "Debian 12 has $package $version and Perl 5.36; run apt-get update there first" >&2
  exit 69
fi
for file in ./*.deb; do dpkg -x "$file" root; done
PERL5LIB=$folder/root/usr/share/perl5:$(dirname "$(find "$folder/root" -name DateTime.pm -path '*/5.36/*')")
export PERL5LIB TZ=UTC
cat >days.pl <<'PERL'
use strict;
use warnings;
use iCal::Parser;

my $days = iCal::Parser->new(start => "20260601", end => "20260630", tz => "Europe/Berlin")->parse("one.ics")->{events};
my @lines;
for my $month (values %{$days->{2026}}) {
    for my $events (values %$month) {
        for my $event (values %$events) {
            my $zone = $event->{DTSTART}->time_zone->is_floating ? "no zone" : $event->{DTSTART}->time_zone->name;
            push @lines, $event->{DTSTART}->strftime("%d %H:%M ") . $zone;
        }
    }
}
print join(", ", sort @lines), "\n";
PERL
status=0
check() {
  local name=$1 expected=$2 known=$3 seen
  shift 3
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN BEGIN:VEVENT UID:one \
    DTSTAMP:20260101T000000Z DURATION:PT1H SUMMARY:Tour "$@" END:VEVENT END:VCALENDAR >one.ics
  seen=$(perl days.pl)
  echo "$name: expected $expected; seen $seen"
  [ "$seen" = "$known" ] || status=1
}
echo "iCal::Parser ${version%-*}, asked for Europe/Berlin"
york=America/New_York berlin=Europe/Berlin
check "18:00 UTC" "10 20:00 $berlin" "10 20:00 $berlin" DTSTART:20260610T180000Z
check "10:00 in New York" "10 16:00 $berlin" "10 10:00 $berlin" "DTSTART;TZID=$york:20260610T100000"
check "10:00 in Berlin, two days" "10 10:00 $berlin, 11 10:00 $berlin" "10 10:00 no zone, 11 10:00 no zone" \
  "DTSTART;TZID=$berlin:20260610T100000" 'RRULE:FREQ=DAILY;COUNT=2'
check "and on the 15th" "10 10:00 $berlin, 15 10:00 $berlin" "10 10:00 $berlin" \
  "DTSTART;TZID=$berlin:20260610T100000" "RDATE;TZID=$berlin:20260615T100000"
check "at 10 and 14, two days" "10 10:00, 10 14:00, 11 10:00, 11 14:00" "10 14:00 no zone, 11 14:00 no zone" \
  DTSTART:20260610T100000 'RRULE:FREQ=DAILY;BYHOUR=10,14;COUNT=4'
check "each day, the 10th was moved to the 11th at 14" "11 10:00, 11 14:00, 12 10:00" \
  "11 14:00 $berlin, 12 10:00 no zone" DTSTART:20260610T100000 'RRULE:FREQ=DAILY;COUNT=3' END:VEVENT \
  BEGIN:VEVENT UID:one DTSTAMP:20260101T000000Z RECURRENCE-ID:20260610T100000 DTSTART:20260611T140000 DURATION:PT1H \
  SUMMARY:Tour
exit $status
