#!/usr/bin/env bash
# ecs-pattern deletes another entity if it has the same values as the one to be deleted.
#
# Entities of ecs-pattern are data classes, which compare by value. EntityManager.delete removes the first entity that
# is equal. If two entities have the same values at that moment, the one that was asked for stays, and the other one
# is gone. The buffer for deletions ignores an entity that was added to it twice, unless it has an equal one: that is
# deleted too.
#
# Installs ecs-pattern in a temporary folder and deletes one of two equal entities.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.4.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "ecs-pattern==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from ecs_pattern import EntityManager, component, entity


@component
class Countdown:
    minutes: int


@entity
class Reminder(Countdown):
    pass


def two_reminders():
    entities, first, second = EntityManager(), Reminder(5), Reminder(5)
    entities.add(first, second)
    return entities, first, second


entities, first, second = two_reminders()
entities.delete(second)
first.minutes = 1
left = list(entities.get_by_class(Reminder))
wrong = left[0] is second
print(f"ecs-pattern {sys.argv[1]}: two reminders in 5 minutes; the second is deleted, the first changed to 1 minute")
print(f"expected: the first is left, in 1 minute; seen: {left}, which is the second: {wrong}")
entities, first, second = two_reminders()
entities.delete_buffer_add(second)
entities.delete_buffer_add(second)
entities.delete_buffer_purge()
remaining = len(list(entities.get_by_class(Reminder)))
print(f"the second is added twice to the buffer for deletions; expected: one reminder is left; seen: {remaining}")
entities, first, second = two_reminders()
first.minutes = 6
entities.delete_buffer_add(second)
entities.delete_buffer_add(second)
entities.delete_buffer_purge()
different = len(list(entities.get_by_class(Reminder)))
print(f"the same if the first is in 6 minutes: {different} is left")
sys.exit(0 if (len(left), wrong, remaining, different) == (1, True, 0, 1) else 1)
PYTHON
