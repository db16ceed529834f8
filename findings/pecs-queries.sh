#!/usr/bin/env bash
# In PECS, destroyed entities stay in queries, refreshing a query empties it, and a world can be saved only once.
#
# A query of pecs-framework keeps its entities and follows components that are added and removed. destroy_entity removes
# the components without telling the queries: each system that reads a component of a result gets a KeyError. refresh
# clears the list, but not the table of what is in the list, and therefore adds nothing; the query stays without these
# entities until they lose and get a component. save deletes the identifier of the owner in each component that it
# writes: the world has changed, and the second save, such as that of an autosave, raises KeyError and writes nothing.
#
# Installs pecs-framework in a temporary folder, destroys one of three entities, refreshes the query, and saves twice.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.3.4}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet --no-deps "pecs-framework==$version" beartype==0.17.2 \
  deepmerge==1.0.1 rich==15.0.0 markdown-it-py==4.0.0 mdurl==0.1.2 pygments==2.19.2
cd "$folder"
environment/bin/python - "$version" <<'PYTHON'
import sys
from dataclasses import dataclass
from pathlib import Path

from pecs_framework import Component, Engine


@dataclass
class Talk(Component):
    title: str = ""


def outcome(action):
    try:
        return action()
    except (AttributeError, KeyError) as error:
        return type(error).__name__


engine = Engine()
domain = engine.create_domain("schedule")
engine.components.register(Talk)
query = domain.create_query(all_of=[Talk])
names = {}
for title in ("Opening", "Lunch", "Closing"):
    entity = domain.entities.create()
    engine.components.attach(entity, Talk, {"title": title})
    names[entity] = title


def found():
    return [names[entity] for entity in query.result]


print(f"pecs-framework {sys.argv[1]}: a query of three talks has {found()}")
domain.destroy_entity(next(entity for entity, title in names.items() if title == "Lunch"))
destroyed, titles = found(), outcome(lambda: [entity[Talk].title for entity in query.result])
print(f"Lunch is destroyed: expected ['Opening', 'Closing']; seen {destroyed}; reading the titles: {titles}")
fresh = [names[entity] for entity in domain.create_query(all_of=[Talk]).result]
query.refresh()
refreshed = found()
print(f"a new query: {fresh}; the old one after refresh(): expected the same; seen {refreshed}")
opening = next(iter(names))
domain.save(Path("."), "first")
owner = outcome(lambda: opening[Talk].entity_id == opening.eid)
second = outcome(lambda: domain.save(Path("."), "second"))
print(f"saved: the component knows its entity: expected True; seen {owner}")
written = Path("second.json").exists()
print(f"saved again: expected no error, and the file is written: True; seen {second}, and {written}")
known = (["Opening", "Lunch", "Closing"], "KeyError", ["Opening", "Closing"], [], "AttributeError", "KeyError", False)
seen = (destroyed, titles, fresh, refreshed, owner, second, written)
sys.exit(0 if seen == known else 1)
PYTHON
