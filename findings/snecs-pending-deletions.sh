#!/usr/bin/env bash
# Deleted entities of snecs come back if the world is saved before the deletions are processed.
#
# schedule_for_deletion marks an entity, and process_pending_deletions removes all marked entities, usually at the end
# of a frame. serialize_world, which its documentation recommends for saved games, writes marked entities like all
# others and does not write the marks. In the loaded world, the next process_pending_deletions removes nothing, and
# the entities stay for good. A system that saves within a frame is enough.
#
# Installs snecs in a temporary folder, marks an entity, saves, loads, and processes the deletions in both worlds.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.2.2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "snecs==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import json
import sys

import snecs


class Reminder(snecs.RegisteredComponent):
    def __init__(self, title):
        self.title = title

    def serialize(self):
        return self.title

    @classmethod
    def deserialize(cls, title):
        return cls(title)


def titles(world):
    return [reminder.title for _, (reminder,) in snecs.Query([Reminder], world)]


world = snecs.World()
snecs.new_entity((Reminder("Opening"),), world)
done = snecs.new_entity((Reminder("Lunch"),), world)
snecs.schedule_for_deletion(done, world)
loaded = snecs.deserialize_world(json.loads(json.dumps(snecs.serialize_world(world))))
for each in (world, loaded):
    snecs.process_pending_deletions(each)
kept, returned = titles(world), titles(loaded)
print(f"snecs {sys.argv[1]}: the reminders Opening and Lunch; Lunch is scheduled for deletion, the world is saved")
print(f"after process_pending_deletions in the world: {kept}")
print(f"in the loaded world: expected the same; seen: {returned}")
sys.exit(0 if (kept, sorted(returned)) == (["Opening"], ["Lunch", "Opening"]) else 1)
PYTHON
