#!/usr/bin/env bash
# ice_cube reads a rule for one day a month as a rule for every working day, and writes it back like this.
#
# The Ruby library ice_cube drops BYSETPOS, which picks the last working day out of all, without an error. TZID is
# not read: a workshop at 20:00 in New York is at 20:00 in the zone of the server. Weeks start on Sunday when the
# rule does not say otherwise, so that "every second week on Tuesday and Sunday" has other Sundays than RFC 5545
# (3.3.10, WKST) gives. "Monthly" from 31 January is on 28 February too, where other programs skip the month.
#
# Unpacks the Debian packages of Ruby and ice_cube in a temporary folder; lists series and writes their rules.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the package.
set -euo pipefail
package=ruby-ice-cube version=0.16.4-3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! apt-get download --quiet=2 "$package=$version" ruby3.1 libruby3.1 2>download.log; then
  echo "Debian 12 has $package $version and Ruby 3.1; run apt-get update there first" >&2
  exit 69
fi
for file in ./*.deb; do dpkg -x "$file" root; done
library=$(dirname "$(find root/usr/lib -name libruby-3.1.so.3.1)")
gem=$(find root/usr/share/rubygems-integration -type d -name 'ice_cube-*')
export TZ=Europe/Berlin LC_ALL=C.UTF-8 LD_LIBRARY_PATH=$folder/$library
export RUBYLIB=$folder/root/usr/lib/ruby/3.1.0:$folder/$library/ruby/3.1.0:$folder/$gem/lib
cat >series.rb <<'RUBY'
require "ice_cube"

BERLIN = "TZID=Europe/Berlin"
CASES = [
  ["each day, three times", "DTSTART;#{BERLIN}:20260601T100000", "FREQ=DAILY;COUNT=3",
   "06-01 10:00, 06-02 10:00, 06-03 10:00", "06-01 10:00, 06-02 10:00, 06-03 10:00"],
  ["the last working day of the month", "DTSTART;#{BERLIN}:20260630T100000",
   "FREQ=MONTHLY;COUNT=3;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
   "06-30 10:00, 07-31 10:00, 08-31 10:00", "06-30 10:00, 07-01 10:00, 07-02 10:00"],
  ["every second week on Tuesday and Sunday", "DTSTART;#{BERLIN}:20260602T100000",
   "FREQ=WEEKLY;INTERVAL=2;COUNT=3;BYDAY=TU,SU",
   "06-02 10:00, 06-07 10:00, 06-16 10:00", "06-02 10:00, 06-14 10:00, 06-16 10:00"],
  ["monthly from 31 January", "DTSTART;#{BERLIN}:20260131T100000", "FREQ=MONTHLY;COUNT=3",
   "01-31 10:00, 03-31 10:00, 05-31 10:00", "01-31 10:00, 02-28 10:00, 03-31 10:00"],
  ["20:00 in New York, in Berlin's time", "DTSTART;TZID=America/New_York:20260601T200000", "FREQ=DAILY;COUNT=2",
   "06-02 02:00, 06-03 02:00", "06-01 20:00, 06-02 20:00"]
].freeze

puts "ice_cube #{IceCube::VERSION}, Ruby #{RUBY_VERSION}, server in Berlin"
same = CASES.map do |name, start, rule, expected, known|
  schedule = IceCube::Schedule.from_ical("#{start}\nRRULE:#{rule}")
  seen = schedule.all_occurrences.map { |moment| moment.strftime("%m-%d %H:%M") }.join(", ")
  written = schedule.rrules.first.to_ical
  puts "#{name} (#{rule}): expected #{expected}; seen #{seen}; written #{written}"
  seen == known && !written.include?("BYSETPOS")
end
exit same.all?
RUBY
root/usr/bin/ruby3.1 --disable-gems series.rb
