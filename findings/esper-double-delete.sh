#!/usr/bin/env bash
# A second deletion of an entity stops all processors of esper permanently.
#
# delete_entity marks an entity, and process() removes it before the processors run. If the entity is deleted with
# immediate=True in between, process() raises KeyError. The mark remains, so each later call raises the same
# error before any processor runs, and other deleted entities stay in the database. An identifier that never
# existed has the same effect: delete_entity accepts it, and the error appears in a place that does not name it.
#
# Installs esper in a temporary folder, deletes an entity twice, and calls process() three times.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-3.9}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "esper==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

import esper


class Reminder:
    pass


class Counter(esper.Processor):
    runs = 0

    def process(self):
        Counter.runs += 1


def errors_of_three_calls():
    errors = []
    for _ in range(3):
        try:
            esper.process()
        except KeyError as error:
            errors.append(str(error))
    return errors


esper.add_processor(Counter())
twice, once = esper.create_entity(Reminder()), esper.create_entity(Reminder())
esper.delete_entity(once)
esper.delete_entity(twice)
esper.delete_entity(twice, immediate=True)
first = errors_of_three_calls()
runs, left = Counter.runs, len(esper.get_component(Reminder))
print(f"esper {sys.argv[1]}: an entity deleted twice, then three calls of process()")
print(f"expected: at most one error, processors run, no entity is left; "
      f"seen: {len(first)} times KeyError, {runs} runs, {left} entity left")
esper.switch_world("another")
esper.add_processor(Counter())
esper.delete_entity(99)
second = errors_of_three_calls()
print(f"an entity that never existed: expected an error of delete_entity; seen none, and {len(second)} of process()")
sys.exit(0 if (len(first), runs, left, len(second)) == (3, 0, 1, 3) else 1)
PYTHON
