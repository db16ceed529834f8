#!/usr/bin/env bash
# dateutils counts "1 month and 62 days" from 31 January to 1 March, and loses up to three days at other month ends.
#
# ddiff with months and days is the usual countdown to an event or to the end of a call for papers. When the month
# before the last date has no day with the number of the first date, the days are wrong: 29 days are 1 month and
# 62 days, 31 days from 31 October to 1 December are 1 month and 0 days. dadd of the same package, which
# adds the answer to the first date, does not reach the last date. With days or weeks alone, ddiff is right.
#
# Unpacks the Debian package of dateutils in a temporary folder, subtracts dates and adds the answer.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without the package.
set -euo pipefail
package=dateutils version=0.4.10-1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! apt-get download --quiet=2 "$package=$version" 2>download.log; then
  echo "Debian 12 has $package $version; run apt-get update there first" >&2
  exit 69
fi
dpkg -x ./*.deb root
export LC_ALL=C
status=0
check() {
  local first=$1 last=$2 expected=$3 known=$4 reached=$5 seen months days sum
  seen=$(root/usr/bin/dateutils.ddiff "$first" "$last" -f '%m months %d days')
  read -r months _ days _ <<<"$seen"
  sum=$(root/usr/bin/dateutils.dadd "$(root/usr/bin/dateutils.dadd "$first" "+${months}mo")" "+${days}d")
  echo "$first to $last ($(root/usr/bin/dateutils.ddiff "$first" "$last") days): expected $expected;" \
    "seen $seen, which dadd adds up to $sum"
  [ "$seen $sum" = "$known $reached" ] || status=1
}
echo "dateutils $version"
check 2026-01-15 2026-03-01 "1 months 14 days" "1 months 14 days" 2026-03-01
check 2026-01-31 2026-03-01 "1 months 1 days" "1 months 62 days" 2026-05-01
check 2026-12-31 2027-03-01 "2 months 1 days" "2 months 62 days" 2027-05-01
check 2026-10-31 2026-12-01 "1 months 1 days" "1 months 0 days" 2026-11-30
check 2026-10-31 2026-12-05 "1 months 5 days" "1 months 4 days" 2026-12-04
check 2026-01-31 2026-03-05 "1 months 5 days" "1 months 2 days" 2026-03-02
exit "$status"
