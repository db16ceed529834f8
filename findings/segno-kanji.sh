#!/usr/bin/env bash
# segno writes some texts as other characters into a QR code, although the encoding is given as UTF-8.
#
# A QR code has a separate mode for characters of Shift_JIS. segno chooses this mode by looking at
# the bytes of the text, after it has encoded the text as UTF-8. If each pair of these bytes is also a pair of
# Shift_JIS, each reader shows what that pair means: the Japanese word for a break becomes three other characters.
# eci=True and encoding="utf-8" do not help.
#
# Installs segno and a reader in a temporary folder, and writes and reads words.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet segno==1.6.6 zxing-cpp==3.1.1
"$folder/environment/bin/python" - <<'PYTHON'
import sys

import segno
import zxingcpp


def read(code):
    rows = [bytes(0 if dark else 255 for dark in row) for row in code.matrix_iter(scale=4, border=4)]
    picture = memoryview(b"".join(rows)).cast("B", [len(rows), len(rows[0])])
    return zxingcpp.read_barcodes(picture)[0].text


print("segno 1.6.6 with encoding utf-8, read by zxing-cpp 3.1.1")
seen = {}
for meaning, text in {"break": "休憩", "welcome": "ようこそ", "rice ball": "おにぎり", "lecture": "講演",
                      "break and a time": "休憩 10:00"}.items():
    code = segno.make(text, encoding="utf-8", eci=True, micro=False)
    shown = read(code)
    seen[meaning] = shown == text
    print(f"{meaning}: expected {text}; seen {shown} in the mode {code.mode}")
wrong = [meaning for meaning, right in seen.items() if not right]
sys.exit(0 if wrong == ["break", "welcome", "rice ball"] else 1)
PYTHON
