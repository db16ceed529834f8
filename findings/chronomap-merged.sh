#!/usr/bin/env bash
# With ChronoMap, each exchange doubles the history, and values vanish or come from the future.
#
# ChronoMap keeps the former values of its keys with their times. `merge` adds all versions of the other map, also those
# that both have: a map that is merged with its own copy has each version twice, and with `max_history` the doubled
# ones push the older versions out. A deleted key comes back, as its deletion has no time, and `on_change` is not told
# of deletions. A value that is put without `ttl` ends when the former one of its key would have ended. `latest`
# returns a value with a time in the future, which `get` does not. A number as a key is a text after save_json.
# After a few exchanges of two devices, the values of this morning are gone, and yesterday's cancelled talk is back:
# merge only into an empty map, give `ttl` with each value or never, and use texts as keys.
#
# Installs chronomap in a temporary folder, and stores the rooms of talks.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-2.2.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "chronomap==$version"
"$folder/environment/bin/python" - "$version" "$folder/map.json" <<'PYTHON'
import sys
import time
from datetime import datetime, timedelta

from chronomap import ChronoMap

same = True


def compare(name, expected, seen, known):
    global same
    print(f"{name}: expected {expected}; seen {seen}")
    same = same and seen == known


def rooms(**options):
    stored = ChronoMap(**options)
    for hour, room in ((9, "red"), (10, "blue"), (11, "green")):
        stored.put("ropes", room, timestamp=datetime(2026, 6, 10, hour))
    return stored


def history(stored):
    return [value for _, value in stored.history("ropes")]


print(f"chronomap {sys.argv[1]}: a talk was in the red, the blue, and then the green room")
talks = rooms()
copy = talks.snapshot()
talks.merge(copy)
doubled = ["red", "red", "blue", "blue", "green", "green"]
compare("history after a merge with a copy", doubled[::2], history(talks), doubled)
talks = rooms(max_history=4)
talks.merge(talks.snapshot())
compare("the same with max_history=4", doubled[::2], history(talks), doubled[2:])
room = talks.get("ropes", timestamp=datetime(2026, 6, 10, 9, 30))
compare("its room at 9:30, with max_history=4", "red", room, None)

talks, told = rooms(), []
copy = talks.snapshot()
talks.on_change(lambda key, old, new, moment: told.append((old, new)))
talks.delete("ropes")
compare("on_change for a deletion", [("green", None)], told, [])
talks.merge(copy)
compare("deleted here, then merged with an older copy", None, talks.get("ropes"), "green")

talks = ChronoMap()
talks.put("ropes", "red", ttl=0.2)
talks.put("ropes", "blue")
time.sleep(0.4)
compare("red for 0.2 seconds, replaced by blue at once, after 0.4 seconds", "blue", talks.get("ropes"), None)
talks = rooms()
talks.put("ropes", "yellow", timestamp=datetime.now() + timedelta(days=1))
seen = talks.get("ropes"), talks.latest()["ropes"]
compare("yellow from tomorrow on; get and latest", ("green", "green"), seen, ("green", "yellow"))
talks = ChronoMap()
talks.put(7, "red")
talks.save_json(sys.argv[2])
loaded = ChronoMap.load_json(sys.argv[2])
compare("the room of talk 7 after save_json", "red", loaded.get(7), None)
sys.exit(0 if same else 1)
PYTHON
