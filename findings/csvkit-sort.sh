#!/usr/bin/env bash
# csvkit changes the weekdays, start times and names of a table that it only sorts.
#
# csvsort, csvjoin and others read each column as a type if all of its values fit, and write the values of the type.
# With the types of agate, times such as 10:30 are lengths of 10 minutes and 30 seconds, names of weekdays are days of
# the first week of the year 1, and the first names May, April and June are days of that year. The program ends with
# 0. The option --no-inference writes the cells as they are, but sorts numbers as text.
#
# Installs csvkit in a temporary folder and sorts two tables.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet csvkit==2.2.0 agate==1.14.2 pytimeparse==1.1.10 parsedatetime==2.6
csvsort=$folder/environment/bin/csvsort
printf '%s\n' day,start,title Saturday,10:30,Lunch Friday,09:30,Opening >"$folder/schedule.csv"
printf '%s\n' speaker,room May,Red April,Blue June,Hall >"$folder/speakers.csv"
show() { paste -sd ' ' "$1"; }
sort_table() { "$csvsort" "$@" 2>/dev/null | paste -sd ' '; }
schedule=$(sort_table -c title "$folder/schedule.csv")
speakers=$(sort_table -c room "$folder/speakers.csv")
plain=$(sort_table --no-inference -c title "$folder/schedule.csv")
echo "csvkit 2.2.0 with agate 1.14.2, a table: $(show "$folder/schedule.csv")"
echo "expected sorted by title: the same lines, in the order Lunch, Opening"
echo "seen: $schedule"
echo "seen with --no-inference: $plain"
echo "another table: $(show "$folder/speakers.csv")"
echo "expected sorted by room: the same lines, in the order Blue, Hall, Red"
echo "seen: $speakers"
[ "$schedule" = "day,start,title 0001-01-06,0:10:30,Lunch 0001-01-05,0:09:30,Opening" ] &&
  [ "$plain" = "day,start,title Saturday,10:30,Lunch Friday,09:30,Opening" ] &&
  [ "$speakers" = "speaker,room 0001-04-01,Blue 0001-06-01,Hall 0001-05-01,Red" ]
