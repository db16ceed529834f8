#!/usr/bin/env bash
# The Ruby library icalendar changes addresses of pages with commas and semicolons, and breaks lines at a backslash.
#
# If an address of a page (URL, ATTACH, CONFERENCE: values of the type URI, RFC 5545, 3.3.13) has a comma and a
# semicolon, reading and writing a calendar makes one of them the other: the value is split at both, as a list would be,
# and joined with one. An escaped backslash before an n, as in C:\\new for C:\new (3.3.11), is read as a backslash and
# a line break. VALUE=URI is dropped, without which RFC 7986 (5.11) does not allow CONFERENCE. Values with only one of
# the two characters pass, and so do tests with them. Links to maps and recordings of talks lead nowhere, and texts
# about programs are broken: encode commas of addresses as %2C before writing, and compare what was written.
#
# Unpacks the Debian packages of Ruby and icalendar in a temporary folder; reads and writes a calendar.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the package.
set -euo pipefail
package=ruby-icalendar version=2.8.0-1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! apt-get download --quiet=2 "$package=$version" ruby-ice-cube ruby3.1 libruby3.1 2>download.log; then
  echo "Debian 12 has $package $version and Ruby 3.1; run apt-get update there first" >&2
  exit 69
fi
for file in ./*.deb; do dpkg -x "$file" root; done
library=$(dirname "$(find root/usr/lib -name libruby-3.1.so.3.1)")
RUBYLIB=$folder/root/usr/lib/ruby/3.1.0:$folder/$library/ruby/3.1.0
for gem in icalendar ice_cube; do
  RUBYLIB=$RUBYLIB:$folder/$(find root/usr/share/rubygems-integration -type d -name "$gem-*" | head -n 1)/lib
done
export RUBYLIB LC_ALL=C.UTF-8 LD_LIBRARY_PATH=$folder/$library
cat >rewrite.rb <<'RUBY'
require "stringio"
require "time"
require "icalendar"

CASES = [
  ["URL:https://example.org/map/48.1,11.5"],
  ["URL:https://example.org/map;zoom=9"],
  ["URL:https://example.org/map;at=48.1,11.5", "URL:https://example.org/map;at=48.1;11.5"],
  ["ATTACH:https://example.org/talks/1,2;format=mp4", "ATTACH:https://example.org/talks/1,2,format=mp4"],
  ["CONFERENCE;VALUE=URI:https://example.org/#hall,red;now", "CONFERENCE:https://example.org/#hall,red,now"],
  ["SUMMARY:Ropes\\, knots\\; more"],
  ["SUMMARY:C:\\\\temp"],
  ["SUMMARY:C:\\\\new", "SUMMARY:C:\\\\\\new"]
].freeze

puts "icalendar #{Icalendar::VERSION}, Ruby #{RUBY_VERSION}"
same = CASES.map do |line, known = line|
  calendar = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VEVENT", "UID:talk",
              "DTSTAMP:20260101T000000Z", "DTSTART:20260610T100000Z", line, "END:VEVENT", "END:VCALENDAR", ""]
  written = Icalendar::Calendar.parse(calendar.join("\r\n")).first.to_ical.gsub("\r\n ", "")
  seen = written.split("\r\n").find { |text| text.start_with?(line[/\A[A-Z]+/]) }
  puts "expected #{line} seen #{seen}"
  seen == known
end
exit same.all?
RUBY
root/usr/bin/ruby3.1 --disable-gems rewrite.rb
