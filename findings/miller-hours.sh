#!/usr/bin/env bash
# Miller reads 10:30 as a moment of 1753 that it shows as 9:13, and writes JSON that is not JSON.
#
# Miller works on tables in files of CSV and JSON. strptime takes a format; with hours and minutes only, the result is
# a number that no longer has them: strftime with the same format gives 09:13 for 10:30, without an error. The same
# happens to days before 1678 and after 2262: 1600 becomes 2184. From CSV to JSON, values that look like a number of
# Miller are written as they are: the ordinal 3. of a German list, .5 and 0x1F, for which JSON has no numbers
# (RFC 8259, 6), so that readers refuse the whole file; 007 is written as a text. A table in Markdown has the line
# breaks of its cells, which end the table.
# Lengths that are made of two hours of a day are right, and the hours beside them are wrong: put a date in front of
# an hour before strptime, and use --infer-none to write JSON.
#
# Unpacks the Debian package of Miller in a temporary folder; reads hours and writes tables.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the package.
set -euo pipefail
package=miller version=6.6.0-2+b3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! apt-get download --quiet=2 "$package=$version" 2>download.log; then
  echo "Debian 12 has $package $version; run apt-get update there first" >&2
  exit 69
fi
dpkg -x ./*.deb root
status=0
check() {
  echo "$1: expected $2; seen $3"
  [ "$3" = "${4:-$2}" ] || status=1
}
mlr() { root/usr/bin/mlr "$@"; }
again() { mlr -n put "end {print strftime(strptime(\"$1\", \"$2\"), \"$2\")}"; }
valid() {
  printf 'title,value\nKnots,%s\n' "$1" | mlr --icsv --ojson "${@:2}" cat \
    | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["value"])' 2>/dev/null || echo "no JSON"
}
echo "Miller ${version%%-*}"
check "10:30 read and written" 10:30 "$(again 10:30 %H:%M)" 09:13
check "the same with a date" "2026-07-10 10:30" "$(again '2026-07-10 10:30' '%Y-%m-%d %H:%M')"
check "1600-01-01 read and written" 1600-01-01 "$(again 1600-01-01 %Y-%m-%d)" 2184-07-20
check "2300-01-01 read and written" 2300-01-01 "$(again 2300-01-01 %Y-%m-%d)" 1715-06-13
check "007 in JSON" 007 "$(valid 007)"
for value in 3. .5 0x1F; do
  check "$value in JSON" "$value" "$(valid "$value")" "no JSON"
  check "the same with --infer-none" "$value" "$(valid "$value" --infer-none)"
done
lines=$(printf 'title,text\nKnots,"one\ntwo"\n' | mlr --icsv --omd cat | wc -l)
check "lines of a table in Markdown with one row" 3 "$lines" 4
exit $status
