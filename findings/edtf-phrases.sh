#!/usr/bin/env bash
# edtf reads "10-12 June 2026" as 12 June 2010, and other phrases for some days as a day of another year.
#
# edtf is for dates of collections and events, as text and in the format of the Library of Congress. text_to_edtf reads
# English; its documentation shows ranges of years, 1851-52, and months with a day and a year. If a phrase has two days,
# the first one that could be a year is taken for it: "10-12 June 2026" is 2010-06-12, "June 10-12, 2026" is 2012-06-10.
# If it has two months, the year belongs to the last one only: "28 June - 2 July 2026" starts in any year, and "May or
# June 2026" is a May without a year. Phrases that it does not understand, such as "June to August 2026", are None, and
# these are not.
# An archive of programs has a conference of 2026 in 2010, at the top of the list: compare the year of the result with
# the years in the phrase, and give first and last day by themselves.
#
# Installs edtf in a temporary folder and reads phrases.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-5.0.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "edtf==$version" python-dateutil==2.9.0.post0 pyparsing==3.3.3
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from edtf import text_to_edtf

print(f"edtf {sys.argv[1]}")
days = "2026-06-10/2026-06-12, or None"
unchanged = True
for phrase, expected, known in [
        ("10 June 2026", "2026-06-10", "2026-06-10"), ("1851-52", "1851/1852", "1851/1852"),
        ("June to August 2026", "2026-06/2026-08, or None", None), ("10-12 June 2026", days, "2010-06-12"),
        ("10 to 12 June 2026", days, "2010-06-12"), ("June 10-12, 2026", days, "2012-06-10"),
        ("30-31 May 2026", "2026-05-30/2026-05-31, or None", "2030-05-31"),
        ("28 June - 2 July 2026", "2026-06-28/2026-07-02, or None", "XXXX-06-28/2026-07-02"),
        ("May or June 2026", "[2026-05,2026-06], or None", "XXXX-05")]:
    seen = text_to_edtf(phrase)
    print(f"{phrase}: expected {expected}; seen {seen}")
    unchanged = unchanged and seen == known
sys.exit(0 if unchanged else 1)
PYTHON
