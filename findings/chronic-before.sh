#!/usr/bin/env bash
# With the Ruby library chronic, "1 week before 10 June" is a week before today, and "10.6.2026" is 10:39 of today.
#
# chronic reads English dates. Its documentation has "7 hours before tomorrow at midnight" and "3rd wednesday in
# november". If a day with a month comes after "before", "after" or "from", the day is taken for an hour of today: a
# week before 10 June is 25 May at 10:00 if it is read on 1 June, and with a year, NoMethodError is raised. "last friday
# of june" is the next Friday, "last day of june" is today and "last day of the month" is a month ago, while the third
# Wednesday is right, and "last friday in june" is nil. "10.06.2026" is a date, "10.6.2026" is 10:39, and "except
# friday" is Friday.
# Reminders "1 week before 10 June" come at once, or never, and tests with a weekday pass: count from a date of its own,
# and show people what was understood.
#
# Unpacks the Debian packages of Ruby and chronic in a temporary folder; reads phrases at noon on Monday, 1 June 2026.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the package.
set -euo pipefail
package=ruby-chronic version=0.10.5-2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! apt-get download --quiet=2 "$package=$version" ruby-numerizer ruby3.1 libruby3.1 2>download.log; then
  echo "Debian 12 has $package $version and Ruby 3.1; run apt-get update there first" >&2
  exit 69
fi
for file in ./*.deb; do dpkg -x "$file" root; done
library=$(dirname "$(find root/usr/lib -name libruby-3.1.so.3.1)")
RUBYLIB=$folder/root/usr/lib/ruby/3.1.0:$folder/$library/ruby/3.1.0:$folder/root/usr/lib/ruby/vendor_ruby
for part in "$folder"/root/usr/share/rubygems-integration/all/gems/*/lib; do RUBYLIB=$RUBYLIB:$part; done
export RUBYLIB LC_ALL=C.UTF-8 LD_LIBRARY_PATH=$folder/$library TZ=Europe/Berlin
cat >phrases.rb <<'RUBY'
require "date"
require "time"
require "chronic"

CASES = [
  ["2 days before friday", "2026-06-03", "2026-06-03 12:00"],
  ["1 week before 10 June", "2026-06-03", "2026-05-25 10:00"],
  ["2 weeks before 10 June 2026", "2026-05-27", "NoMethodError"],
  ["3 days after June 10", "2026-06-13", "2026-06-04 10:00"],
  ["3rd wednesday in november", "2026-11-18", "2026-11-18 12:00"],
  ["last friday of june", "2026-06-26, or nothing", "2026-06-05 12:00"],
  ["last friday in june", "2026-06-26, or nothing", "nothing"],
  ["last day of june", "2026-06-30, or nothing", "2026-06-01 12:00"],
  ["last day of the month", "2026-06-30, or nothing", "2026-05-01 12:00"],
  ["10.06.2026", "2026-06-10", "2026-06-10 12:00"],
  ["10.6.2026", "2026-06-10, or nothing", "2026-06-01 10:39"],
  ["except friday", "nothing", "2026-06-05 12:00"]
].freeze

def understood(phrase)
  Chronic.parse(phrase, now: Time.local(2026, 6, 1, 12))&.strftime("%F %H:%M") || "nothing"
rescue NoMethodError => error
  error.class.name
end

puts "chronic #{Chronic::VERSION}, Ruby #{RUBY_VERSION}"
same = CASES.map do |phrase, expected, known|
  seen = understood(phrase)
  puts "#{phrase}: expected #{expected}; seen #{seen}"
  seen == known
end
exit same.all?
RUBY
root/usr/bin/ruby3.1 --disable-gems phrases.rb
