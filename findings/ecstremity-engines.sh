#!/usr/bin/env bash
# In ecstremity, queries list entities of other engines, a copy shares the components, and some entities stay for good.
#
# All engines of a process have one list of queries: a query of one engine also lists entities that another one creates.
# clone makes a new entity with the same component objects, so that a change of the copy changes the original, and no
# query lists the copy. A component that is removed leaves an empty place: destroy of such an entity raises
# AttributeError after it removed other components, and the entity stays registered.
# A draft of a schedule in a second engine shows up in the published one, and a copied talk renames its original: use
# one engine at a time and call queries.hard_reset() between them, copy components by hand, and delete the empty place
# before destroying.
#
# Installs ecstremity in a temporary folder, and copies, renames and removes talks.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.0.4}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "ecstremity==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from ecstremity import Component, Engine


class Title(Component):
    def __init__(self, text):
        self.text = text


class Room(Component):
    def __init__(self, text):
        self.text = text


def new_engine():
    engine = Engine()
    engine.register_component(Title)
    engine.register_component(Room)
    return engine


def add(engine, title):
    talk = engine.create_entity()
    talk.add("Title", {"text": title})
    return talk


def titles(query):
    return sorted(talk["Title"].text for talk in query.result)


print(f"ecstremity {sys.argv[1]}")
published, draft = new_engine(), new_engine()
program = published.create_query(all_of=["Title"])
opening = add(published, "Opening")
add(draft, "Rumor")
shared = titles(program)
print(f"Opening in one engine, Rumor in another; a query of the first: expected ['Opening']; seen {shared}")

published.queries.hard_reset()
program = published.create_query(all_of=["Title"])
copy = published.get_entity(opening.clone())
copied = len(program.result)
copy["Title"].text = "Closing"
print(f"Opening is copied: expected 2 talks in the query; seen {copied}")
print(f"the copy becomes Closing: expected that the original is Opening; seen {opening['Title'].text}")

talk = add(published, "Keynote")
talk.add("Room", {"text": "Red"})
talk["Room"].remove()
try:
    talk.destroy()
    destroyed = "destroyed"
except AttributeError as error:
    destroyed = type(error).__name__
kept = published.get_entity(talk.uid) is talk
print(f"a talk whose room was removed is destroyed: expected no error; seen {destroyed}, still registered: {kept}")
sys.exit(0 if (shared, copied, opening["Title"].text, destroyed, kept) == (
    ["Opening", "Rumor"], 1, "Closing", "AttributeError", True) else 1)
PYTHON
