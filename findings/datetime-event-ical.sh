#!/usr/bin/env bash
# The Perl library DateTime::Event::ICal drops the zone of a series: 10:00 in New York becomes 10:00 UTC.
#
# The library makes sets of moments out of rules of RFC 5545, and DateTime::Format::ICal reads and writes rules with
# it. Whatever the zone of the start is, the moments have none ("floating"), and DateTime takes them as UTC when it
# counts seconds or compares. As a list of extra times (RDATE), they are written without Z or TZID. An end in UTC, which
# RFC 5545 (3.3.10) wants for starts with a zone, is compared with hours of that zone: the last day is missing east of
# Greenwich. DateTime::Format::ICal writes nine days as P1W2D, although weeks stand alone (3.3.6), and a midnight in
# a list as a day followed by Z. Reminders for workshops are hours early or late, and a calendar has them at 10:00
# wherever its reader is: call set_time_zone of the set with the zone of the start, and give ends in this zone.
#
# Unpacks the Debian packages of both and of what they need in a temporary folder; reads and writes series.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the packages.
set -euo pipefail
package=libdatetime-event-ical-perl version=0.13-2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
needed=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
  --no-enhances libdatetime-format-ical-perl | grep '^lib[a-z0-9-]*-perl$' | grep -vx "$package" || true)
# shellcheck disable=SC2086
if ! apt-get download --quiet=2 "$package=$version" $needed 2>download.log; then
  echo "Debian 12 has $package $version; run apt-get update there first" >&2
  exit 69
fi
for file in ./*.deb; do dpkg -x "$file" root; done
library=$(find "$folder"/root/usr/lib -type d -path '*/perl5/5.*' -prune | head -n 1)
export PERL5LIB=$folder/root/usr/share/perl5:$library
cat >series.pl <<'PERL'
use strict;
use warnings;
use DateTime::Duration;
use DateTime::Event::ICal;
use DateTime::Format::ICal;
use DateTime::Set;

my $format = "DateTime::Format::ICal";
my $changed = 0;

sub check {
    my ($name, $expected, $seen, $known) = @_;
    print "$name: expected $expected; seen $seen\n";
    $changed ||= $seen ne ($known // $expected);
}

sub days {
    my ($zone, $end) = @_;
    my $start = $format->parse_datetime("TZID=$zone:20260610T100000");
    return $format->parse_recurrence(recurrence => "FREQ=DAILY;$end", dtstart => $start);
}

sub seconds { return join " ", map { $_->clone->set_time_zone("UTC")->strftime("%d.%H") } shift->as_list }

print "DateTime::Event::ICal $DateTime::Event::ICal::VERSION, $format $DateTime::Format::ICal::VERSION\n";
my $york = days("America/New_York", "COUNT=2");
check("10:00 in New York, two days, in UTC", "10.14 11.14", seconds($york), "10.10 11.10");
check("the same, written", "RDATE;TZID=America/New_York:20260610T100000,20260611T100000",
    $format->format_recurrence($york), "RDATE:20260610T100000,20260611T100000");
$york->set_time_zone("America/New_York");
check("the same after set_time_zone", "10.14 11.14", seconds($york));
my $berlin = days("Europe/Berlin", "UNTIL=20260612T080000Z")->set_time_zone("Europe/Berlin");
check("10:00 in Berlin until 12 June, 8:00 UTC, in UTC", "10.08 11.08 12.08", seconds($berlin), "10.08 11.08");
check("nine days", "P9D", $format->format_duration(DateTime::Duration->new(days => 9)), "+P1W2D");
my $midnight = $format->parse_datetime("20260610T000000Z");
check("a midnight", "20260610T000000Z", $format->format_datetime($midnight));
check("a midnight in a list", "RDATE:20260610T000000Z",
    $format->format_recurrence(DateTime::Set->from_datetimes(dates => [$midnight])), "RDATE:20260610Z");
exit $changed;
PERL
perl series.pl
