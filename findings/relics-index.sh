#!/usr/bin/env bash
# A materialized index of relics-ecs never changes after its first use, and some relationships end without notice.
#
# A materialized index of relics-ecs is a stored list of entities. According to its documentation, it is updated when
# one of the watched components changes. Nothing calls the function that does this: the index is right when it is first
# read, and stays so for good, also as a part of queries. An index that is not materialized is right.
# Observers of relationships are told when the source of one is removed. If the target is removed, the relationship
# ends, too, and no observer is told.
#
# Installs relics-ecs in a temporary folder, rates talks, and removes talks and rooms.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.1.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "relics-ecs==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from dataclasses import dataclass

from relics import Component, Edge, RelationshipObserver, World


@dataclass
class Title(Component):
    text: str


@dataclass
class Rating(Component):
    stars: int


@dataclass
class TakesPlaceIn(Edge):
    pass


class Log(RelationshipObserver):
    edge_type = TakesPlaceIn

    def __init__(self):
        super().__init__()
        self.lines = []

    def on_relationship_added(self, source, edge, target):
        self.lines.append("added")

    def on_relationship_removed(self, source, edge, target):
        self.lines.append("removed")


def titles(entities):
    return sorted(entity.get_component(Title).text for entity in entities)


world = World()
for name in ("talk", "room"):
    world.register_prefab(name, {Title: Title("")})
opening, lunch = (world.spawn("talk", {Title: Title(text)}) for text in ("Opening", "Lunch"))
world.create_index("stored", world.query().with_all([Rating]), watches=[Rating], materialized=True)
world.create_index("searched", world.query().with_all([Rating]))
opening.add_component(Rating(5))
world.tick(1)
print(f"relics-ecs {sys.argv[1]}: Opening is rated: {titles(world.index('stored'))}")
opening.remove_component(Rating)
lunch.add_component(Rating(4))
world.tick(1)
stored, searched = titles(world.index("stored")), titles(world.index("searched"))
query = titles(world.query().with_all([Title]).with_index(world.index("stored")).execute_entities())
print(f"now only Lunch is: not materialized {searched}; materialized: expected the same; seen {stored}")
print(f"materialized, as a part of a query: expected {searched}; seen {query}")

log = Log()
world.observe(log)
red, blue = (world.spawn("room", {Title: Title(text)}) for text in ("Red", "Blue"))
opening.add_relationship(TakesPlaceIn(), red.id)
lunch.add_relationship(TakesPlaceIn(), blue.id)
world.tick(1)
world.remove(opening)
world.tick(1)
by_source = log.lines[:]
world.remove(blue)
world.tick(1)
by_target, left = log.lines[:], lunch.get_relationships(TakesPlaceIn)
print(f"two talks in rooms; the first talk is removed: {by_source}")
print(f"the room of the second talk is removed, which is in {left} now")
print(f"expected {by_source + ['removed']}; seen {by_target}")
known = (["Lunch"], ["Opening"], ["Opening"], ["added", "added", "removed"], ["added", "added", "removed"], [])
sys.exit(0 if (searched, stored, query, by_source, by_target, left) == known else 1)
PYTHON
