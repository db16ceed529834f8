#!/usr/bin/env bash
# dateparser takes the end of a talk for an offset: "10 June 2026, 10:00-11:00" is 21:00 UTC.
#
# dateparser reads dates in many languages. In a range of hours, as programs have it, the end is read as an offset from
# UTC if it can be one: 10:00-11:00 is 10:00 in a zone eleven hours behind, a day late in Asia, while 14:00-15:30, which
# cannot, is None. An hour without minutes is dropped or turned into something else: "morgen um 10 Uhr" and "tomorrow at
# 10" are tomorrow at the present hour, French "demain à 10 h" is ten hours later than now on that day, "Wednesday at
# 10" is in October, and in German the Wednesday is lost instead. "10am", "10h30" and "10:00 Uhr" are right.
# A list that is collected from pages has morning talks in the evening, and which ones depends on when they end, and on
# when it is read: split ranges first, and refuse texts with an hour and no minutes.
#
# Installs dateparser in a temporary folder and reads texts at noon on Monday, 1 June 2026.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.5.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "dateparser==$version" python-dateutil==2.9.0.post0
TZ=UTC PYTHONWARNINGS=ignore "$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from datetime import datetime

import dateparser

print(f"dateparser {sys.argv[1]}")
unchanged = True
for language, text, expected, known in [
        ("en", "10 June 2026, 10:00", "2026-06-10 10:00", "2026-06-10 10:00:00"),
        ("en", "10 June 2026, 10:00-11:00", "2026-06-10 10:00, or None", "2026-06-10 10:00:00-11:00"),
        ("de", "10.6.2026 10:00-11:00", "2026-06-10 10:00, or None", "2026-06-10 10:00:00-11:00"),
        ("en", "10 June 2026, 14:00-15:30", "2026-06-10 14:00, or None", "None"),
        ("en", "10 June 2026, 22:00-02:00", "2026-06-10 22:00, or None", "2026-06-10 22:00:00-02:00"),
        ("en", "tomorrow at 10am", "2026-06-02 10:00", "2026-06-02 10:00:00"),
        ("en", "tomorrow at 10", "2026-06-02 10:00, or None", "2026-06-02 12:00:00"),
        ("de", "morgen um 10:00 Uhr", "2026-06-02 10:00", "2026-06-02 10:00:00"),
        ("de", "morgen um 10 Uhr", "2026-06-02 10:00, or None", "2026-06-02 12:00:00"),
        ("fr", "demain à 10h30", "2026-06-02 10:30", "2026-06-02 10:30:00"),
        ("fr", "demain à 10 h", "2026-06-02 10:00, or None", "2026-06-02 22:00:00"),
        ("en", "Wednesday at 10", "2026-06-03 10:00, or None", "2026-10-01 00:00:00"),
        ("de", "Mittwoch um 10 Uhr", "2026-06-03 10:00, or None", "2026-06-10 00:00:00")]:
    seen = str(dateparser.parse(text, languages=[language], settings={"RELATIVE_BASE": datetime(2026, 6, 1, 12),
                                                                        "PREFER_DATES_FROM": "future"}))
    print(f"{language}, {text}: expected {expected}; seen {seen}")
    unchanged = unchanged and seen == known
sys.exit(0 if unchanged else 1)
PYTHON
