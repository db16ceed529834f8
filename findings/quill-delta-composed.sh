#!/usr/bin/env bash
# With quill-delta, two changes of a text that become one forget which formats the second one removed.
#
# A Delta is a text with formats, or a change of it. compose puts two changes together: the result does what both do
# one after the other, and that is what undo and saving rely on. If the first change does not reach the words, a
# removed format (bold: None) is not in the result; a format that is set is. It works if the first change says
# that it keeps these words, and if the changes are applied one after the other.
# On the device that typed, the words of an abstract are plain; on those that got both changes in one message, and
# after a restart, they are still bold: apply each change to the text, and send them one by one.
#
# Installs quill-delta in a temporary folder and applies two changes to a text, one by one and as one.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.0.3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "quill-delta==$version" diff-match-patch==20181111
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from delta import Delta


def both(text, first, second):
    return text.compose(first).compose(second).ops, text.compose(first.compose(second)).ops


print(f"quill-delta {sys.argv[1]}: the bold text Lunch; a word is inserted in front of it, then a format changes")
text = Delta().insert("Lunch", bold=True)
insert, insert_and_keep = Delta().insert("Early "), Delta().insert("Early ").retain(5, italic=True)
plain, colored = Delta().retain(6).retain(5, bold=None), Delta().retain(6).retain(5, color="red")
seen = []
for name, first, second in (
    ("bold is removed", insert, plain),
    ("bold is removed, after a change that reaches Lunch, too", insert_and_keep, plain),
    ("color is set", insert, colored),
):
    steps, together = both(text, first, second)
    print(f"{name}: expected {steps}; seen {together}")
    seen.append((steps == together, together))
message = insert.compose(plain).ops
print(f"the change that removes bold, as one: {message}")
known = [
    (False, [{"insert": "Early "}, {"insert": "Lunch", "attributes": {"bold": True}}]),
    (True, [{"insert": "Early "}, {"insert": "Lunch", "attributes": {"italic": True}}]),
    (True, [{"insert": "Early "}, {"insert": "Lunch", "attributes": {"bold": True, "color": "red"}}]),
]
sys.exit(0 if seen == known and message == [{"insert": "Early "}] else 1)
PYTHON
