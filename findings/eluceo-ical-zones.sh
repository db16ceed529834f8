#!/usr/bin/env bash
# The PHP library eluceo/iCal writes local hours with the Z of UTC, and excluded times in the zone of another one.
#
# The library writes calendars from objects of PHP, each of which knows its zone. The start becomes UTC, but the end of
# a series (UNTIL, RFC 5545, 3.3.10) keeps its local hours and gets a Z: a weekly evening at 20:00 in New York is over
# before the last one. With setUseTimezone, all excluded times have the hours of their own zones behind the TZID of the
# last one, so that an evening stays that was cancelled with a time in UTC, as databases give it. With
# setTimezoneString, a start in UTC has the name of the other zone and the hours of UTC. Tests in one zone pass, and in
# Berlin, an UNTIL that is too late shows in few rules. People miss the last evening, and come to cancelled ones: give
# all times in the zone of the event, and the end in UTC.
#
# Unpacks the Debian packages of PHP and the library in a temporary folder; writes events.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the packages.
set -euo pipefail
package=php-eluceo-ical version=0.16.1-2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! apt-get download --quiet=2 "$package=$version" php8.2-cli libedit2 libbsd0 libargon2-1 libsodium23 \
  libxml2 libicu72 2>download.log; then
  echo "Debian 12 has $package $version and PHP 8.2; run apt-get update there first" >&2
  exit 69
fi
for file in ./*.deb; do dpkg -x "$file" root; done
LD_LIBRARY_PATH=$folder/$(dirname "$(find root/usr/lib -name libxml2.so.2)")
export LD_LIBRARY_PATH
cat >write.php <<'PHP'
<?php
error_reporting(E_ERROR);
require 'root/usr/share/php/Eluceo/iCal/autoload.php';

use Eluceo\iCal\Component\{Calendar, Event};
use Eluceo\iCal\Property\Event\RecurrenceRule;

$changed = 0;

function york(string $moment): DateTime
{
    return new DateTime($moment, new DateTimeZone('America/New_York'));
}

function check(string $name, string $property, string $expected, string $known, callable $prepare): void
{
    global $changed;
    $event = new Event('evening');
    $event->setDtStart(york('2026-06-10 20:00'))->setDuration(new DateInterval('PT2H'));
    $prepare($event);
    $calendar = new Calendar('-//example//EN');
    $calendar->addComponent($event);
    preg_match("/^$property.*/m", str_replace("\r\n ", '', $calendar->render()), $found);
    $seen = trim($found[0]);
    echo "$name: expected $expected; seen $seen\n";
    $changed |= $seen !== $known;
}

echo "eluceo/iCal {$argv[1]}: an evening each week from 10 June 2026, 20:00 in New York\n";
$utc = new DateTimeZone('UTC');
check('start', 'DTSTART', 'DTSTART:20260611T000000Z', 'DTSTART:20260611T000000Z', function ($event) {});
check('until 24 June, 20:00 in New York', 'RRULE', 'RRULE:FREQ=WEEKLY;UNTIL=20260625T000000Z',
    'RRULE:FREQ=WEEKLY;UNTIL=20260624T200000Z', function ($event) {
        $event->addRecurrenceRule(
            (new RecurrenceRule())->setFreq('WEEKLY')->setInterval(null)->setUntil(york('2026-06-24 20:00')));
    });
check('without 17 June, in UTC, and 24 June, local', 'EXDATE',
    'EXDATE;TZID=America/New_York:20260617T200000,20260624T200000',
    'EXDATE;TZID=America/New_York:20260618T000000,20260624T200000', function ($event) use ($utc) {
        $event->setUseTimezone(true)->setExDates([new DateTime('2026-06-18 00:00', $utc), york('2026-06-24 20:00')]);
    });
check('start in UTC with the name of a zone', 'DTSTART', 'DTSTART;TZID=America/New_York:20260610T200000',
    'DTSTART;TZID=America/New_York:20260611T000000', function ($event) use ($utc) {
        $event->setDtStart(new DateTime('2026-06-11 00:00', $utc))->setUseTimezone(true)
            ->setTimezoneString('America/New_York');
    });
exit($changed);
PHP
root/usr/bin/php8.2 -n write.php "${version%-*}"
