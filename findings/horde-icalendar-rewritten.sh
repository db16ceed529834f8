#!/usr/bin/env bash
# Horde_Icalendar writes starts with the hours of the server and the zone of the event, and excluded days as 1970.
#
# The PHP library reads calendars and writes them. It keeps a start as a moment, and writes the hours that clocks at
# the server show, but behind the TZID of the event: 10:00 in New York becomes 16:00 in New York on a server in Berlin.
# Of excluded and extra times (EXDATE, RDATE; RFC 5545, 3.8.5), it takes the first, drops the hour, and writes the
# year, the month and the day as three numbers of seconds since 1970. A backslash before an n, as in C:\new, becomes a
# backslash and the start of a new line. A calendar that was only read and written has talks at other hours, and all
# cancelled ones are back. A test passes where server and events are in one zone and no day is excluded: before writing,
# set the zone with date_default_timezone_set to that of the event, and write excluded days yourself.
#
# Unpacks the Debian packages of PHP and Horde in a temporary folder; reads and writes a calendar.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the packages.
set -euo pipefail
package=php-horde-icalendar version=2.1.8-7
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! apt-get download --quiet=2 "$package=$version" php-horde-date php-horde-exception php-horde-support \
  php-horde-translation php-horde-util php8.2-cli php8.2-mbstring libonig5 libedit2 libbsd0 libargon2-1 libsodium23 \
  libxml2 libicu72 2>download.log; then
  echo "Debian 12 has $package $version and PHP 8.2; run apt-get update there first" >&2
  exit 69
fi
for file in ./*.deb; do dpkg -x "$file" root; done
LD_LIBRARY_PATH=$folder/$(dirname "$(find root/usr/lib -name libxml2.so.2)")
export LD_LIBRARY_PATH HORDE=$folder/root/usr/share/php
cat >rewrite.php <<'PHP'
<?php
error_reporting(E_ERROR);
spl_autoload_register(function ($name) {
    require getenv('HORDE') . '/' . str_replace('_', '/', $name) . '.php';
});
date_default_timezone_set($argv[1]);
$lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN',
    'BEGIN:VTIMEZONE', 'TZID:America/New_York', 'BEGIN:DAYLIGHT', 'DTSTART:20260308T020000', 'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400', 'END:DAYLIGHT', 'BEGIN:STANDARD', 'DTSTART:20261101T020000', 'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500', 'END:STANDARD', 'END:VTIMEZONE',
    'BEGIN:VEVENT', 'UID:workshop', 'DTSTAMP:20260101T000000Z', $argv[2], 'END:VEVENT', 'END:VCALENDAR', ''];
$calendar = new Horde_Icalendar();
$event = false;
$calendar->parsevCalendar(implode("\r\n", $lines));
foreach (explode("\r\n", str_replace("\r\n ", '', $calendar->exportvCalendar())) as $line) {
    $event = $event || $line == 'BEGIN:VEVENT';
    if ($event && strtok($line, ':;') == strtok($argv[2], ':;')) {
        echo $line, "\n";
    }
}
PHP
status=0
check() {
  local zone=$1 line=$2 known=${3:-$2} seen
  seen=$(root/usr/bin/php8.2 -n -d extension="$(find "$folder/root" -name mbstring.so)" rewrite.php "$zone" "$line")
  echo "server in $zone: expected $line seen $seen"
  [ "$seen" = "$known" ] || status=1
}
echo "Horde_Icalendar ${version%-*}: reads a calendar, and writes it"
start='DTSTART;TZID=America/New_York:20260610T100000'
check America/New_York "$start"
check Europe/Berlin "$start" 'DTSTART;TZID=America/New_York:20260610T160000'
check Europe/Berlin DTSTART:20260610T140000Z
moments=19700101T003346Z,19700101T000006Z,19700101T000011Z
check America/New_York 'EXDATE;TZID=America/New_York:20260611T100000' "EXDATE;TZID=America/New_York:$moments"
check UTC EXDATE:20260611T140000Z,20260612T140000Z "EXDATE:$moments"
check UTC 'SUMMARY:Ropes\, knots'
check UTC 'SUMMARY:C:\\new' 'SUMMARY:C:\\\new'
exit $status
