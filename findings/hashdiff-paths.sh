#!/usr/bin/env bash
# With Hashdiff, a change of a name with a dot is made to another value, and tables cannot be patched.
#
# Hashdiff compares hashes and lists of Ruby, and `patch!` applies the differences, `unpatch!` takes them back. A
# difference names its place with one text, in which dots and brackets separate the parts: a change of "10.30" is made
# to "30" in "10" if there is one, without an error, and raises NoMethodError if not. A change of a symbol's value adds
# a text of the same name, as the manual hints at. Differences within the rows of a list raise TypeError, since their
# place has no name before the first bracket.
# A program by hours, or by addresses of pages, is damaged by each change that is applied to it, and undo damages it
# again: give `array_path: true` to `diff`, with which all of these are right.
#
# Unpacks the Debian package ruby-hashdiff in a temporary folder, and applies differences.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the package or Ruby.
set -euo pipefail
package=ruby-hashdiff version=1.0.1-1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! command -v ruby >/dev/null || ! apt-get download --quiet=2 "$package=$version" 2>download.log; then
  echo "Debian 12 has $package $version; install ruby, and run apt-get update there first" >&2
  exit 69
fi
dpkg -x ./*.deb root
ruby -I "$(dirname "$(find "$folder/root" -name hashdiff.rb)")" - "$version" <<'RUBY'
require "hashdiff"

def tried
  yield
rescue StandardError => error
  error.class.to_s
end

def copy(value) = Marshal.load(Marshal.dump(value))

same = true
puts "Hashdiff #{ARGV[0]}"
table = [["Ropes", "Red"], ["Knots", "Red"]]
[
  ["a plain name", { "start" => "10.30" }, { "start" => "11.30" }, nil, nil],
  ["a name with a dot, and another one", { "10.30" => "Ropes", "10" => { "30" => "Tea" } },
   { "10.30" => "Knots", "10" => { "30" => "Tea" } }, { "10.30" => "Ropes", "10" => { "30" => "Knots" } },
   { "10.30" => "Knots", "10" => { "30" => "Ropes" } }],
  ["a name with a dot", { "10.30" => "Ropes" }, { "10.30" => "Knots" }, "NoMethodError", "NoMethodError"],
  ["a name in brackets", { "day" => ["Tea"], "day[0]" => "Ropes" }, { "day" => ["Tea"], "day[0]" => "Knots" },
   { "day" => ["Knots"], "day[0]" => "Ropes" }, { "day" => ["Ropes"], "day[0]" => "Knots" }],
  ["a symbol", { title: "Ropes" }, { title: "Knots" }, { :title => "Ropes", "title" => "Knots" },
   { :title => "Knots", "title" => "Ropes" }],
  ["a start added in one row", table, [["Ropes", "Red", "10.30"], ["Knots", "Red"]], "TypeError", "TypeError"]
].each do |name, older, newer, known_newer, known_older|
  changes = Hashdiff.diff(older, newer)
  patched = tried { Hashdiff.patch!(copy(older), copy(changes)) }
  reverted = tried { Hashdiff.unpatch!(copy(newer), copy(changes)) }
  with_paths = Hashdiff.diff(older, newer, array_path: true)
  right = Hashdiff.patch!(copy(older), copy(with_paths)) == newer && Hashdiff.unpatch!(copy(newer), with_paths) == older
  puts "#{name}, patched: expected #{newer}; seen #{patched}"
  puts "  taken back: expected #{older}; seen #{reverted}; both right with array_path: #{right ? 'yes' : 'no'}"
  same &&= right && patched == (known_newer || newer) && reverted == (known_older || older)
end
exit(same ? 0 : 1)
RUBY
