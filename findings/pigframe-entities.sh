#!/usr/bin/env bash
# In pigframe, a new entity can be an old one, and changed components, removed ones and removed systems stay.
#
# create_entity takes the number of an entity that comes back, from a file for example, and goes on counting from
# there: the next new entity is an existing one. A component that is added to an entity that has one of this type is
# dropped without an error, and removing a component does not empty the store of get_component, so that an entity
# without it is still listed. remove_system and remove_system_from_scene remove nothing.
# After undo brought a talk back, the next new talk is lost, as it has the number of another one, whose title stays:
# call set_next_entity_id after each entity with a given number, change components instead of adding them, and call
# clear_component_cache after each removal.
#
# Installs pigframe in a temporary folder, brings a talk back, and changes talks and systems.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.2.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "pigframe==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys
from dataclasses import dataclass

from pigframe import Component, System, World


@dataclass
class Talk(Component):
    title: str


@dataclass
class Room(Component):
    name: str


class Clock(System):
    def process(self):
        self.world.runs += 1


def titles(world):
    return [component.title for _, component in sorted(world.get_component(Talk), key=lambda pair: pair[0])]


print(f"pigframe {sys.argv[1]}")
world = World()
for title in ("Opening", "Keynote", "Closing"):
    world.add_component_to_entity(world.create_entity(), Talk, title=title)
world.remove_entity(0)
world.add_component_to_entity(world.create_entity(id=0), Talk, title="Opening")
new = world.create_entity()
world.add_component_to_entity(new, Talk, title="Panel")
print(f"talk 0 of three was removed and came back, then Panel is added: expected number 3, seen {new}")
print(f"expected ['Opening', 'Keynote', 'Closing', 'Panel']; seen {titles(world)}")
numbers = (new, titles(world))

world = World()
talk = world.create_entity()
world.add_component_to_entity(talk, Talk, title="Opening")
world.add_component_to_entity(talk, Room, name="Red")
world.add_component_to_entity(talk, Room, name="Blue")
room = world.get_entity_object(talk)[Room].name
world.get_component(Room)
world.remove_component_from_entity(talk, Room)
has, listed = world.has_component(talk, Room), len(world.get_component(Room))
print(f"a room in Red, then one in Blue was added: expected Blue; seen {room}")
print(f"the room is removed, the talk has one: {has}; expected 0 entities with a room; seen {listed}")

world = World()
world.runs = 0
world.add_scenes(["day"])
world.current_scene = "day"
world.add_system(Clock)
world.process_systems()
world.remove_system(Clock)
world.process_systems()
world.remove_system_from_scene(Clock, "day")
world.process_systems()
print(f"a system ran once and was removed in two ways: expected 1 run; seen {world.runs}")
sys.exit(0 if (numbers, room, has, listed, world.runs) == (
    (1, ["Opening", "Keynote", "Closing"]), "Red", False, 1, 3) else 1)
PYTHON
