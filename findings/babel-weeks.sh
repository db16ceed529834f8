#!/usr/bin/env bash
# Babel counts weeks for "de" in another way than for "de_DE": right for most of 2024 to 2026, then one too high.
#
# Babel writes dates in the languages of readers. On which day a week starts, and which one is the first of a year,
# depends on the territory; Unicode (UTS 35, likely subtags) fills in a missing one: de is de_DE, he is he_IL. Babel
# knows these, but for a locale without a territory, as many translated sites have it, it uses the rules for the whole
# world: the week of 1 January is the first, weeks start on Monday, and a weekend is Saturday and Sunday.
# In years that start from Friday to Sunday, as 2027 and 2028 do, all weeks of German, French or Swedish texts have the
# number of the next one ("KW 28"), and tests in 2024 to 2026 pass. In Hebrew and Arabic, free days are others. Give
# the locale its territory, or write weeks with isocalendar of Python.
#
# Installs Babel in a temporary folder and compares weeks.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-2.19.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "babel==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import date, timedelta

from babel import Locale
from babel.core import get_global
from babel.dates import format_date

DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def wrong(locale, year):
    days = [date(year, 1, 1) + timedelta(number) for number in range(365)]
    return sum(int(format_date(day, "w", locale=locale)) != day.isocalendar().week for day in days)


def weekend(locale):
    parsed = Locale.parse(locale)
    return " ".join(DAYS[day] for day in (parsed.first_week_day, parsed.weekend_start, parsed.weekend_end))


likely = get_global("likely_subtags")
print(f"Babel {sys.argv[1]}; likely subtags that it has: {likely['de']}, {likely['he']}")
talk = date(2027, 7, 9)
cases = [(f"week of 9 July 2027, {locale}", "27", format_date(talk, "w", locale=locale), known)
         for locale, known in (("de_DE", "27"), ("de", "28"), ("fr", "28"), ("sv", "28"))]
cases += [(f"days of {year} with another week than ISO 8601 has, de", 0, wrong("de", year), known)
          for year, known in ((2024, 0), (2025, 0), (2026, 4), (2027, 365), (2028, 365))]
cases += [(f"start of a week and weekend, {locale}", "Sunday Friday Saturday", weekend(locale), known)
          for locale, known in (("he_IL", "Sunday Friday Saturday"), ("he", "Monday Saturday Sunday"))]
for name, expected, seen, known in cases:
    print(f"{name}: expected {expected}; seen {seen}")
sys.exit(0 if all(seen == known for _, _, seen, known in cases) else 1)
PYTHON
