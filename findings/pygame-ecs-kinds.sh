#!/usr/bin/env bash
# With pygame-ecs, a component replaces one of the class that it derives from, and a killed entity leaves some behind.
#
# pygame-ecs numbers the classes that derive from Component directly. A class that derives from one of these has its
# number, so that an entity cannot have both. A component that is added to an entity that was killed in the same frame
# stays, and the next new entity has it, since that is the killed one once more; a variable that still holds the killed
# one equals it. If the first entity that a system looks at lacks the component, as a killed one does, the update ends
# with UnboundLocalError; if that entity comes later, all is right.
# A new talk starts with the room of a deleted one, and an app ends when its first entity is of another kind: derive
# all components from Component, and set each component of a new entity.
#
# Installs pygame-ecs in a temporary folder, and makes talks.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.4.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet --no-deps "pygame-ecs==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from pygame_ecs.components.base_component import Component
from pygame_ecs.managers.component_manager import ComponentManager
from pygame_ecs.managers.entity_manager import EntityManager
from pygame_ecs.managers.system_manager import SystemManager
from pygame_ecs.systems.base_system import System


class Place(Component):
    def __init__(self, name):
        self.name = name


class Room(Place):
    pass


class Title(Component):
    def __init__(self, name):
        self.name = name


class Titles(System):
    def __init__(self):
        super().__init__(required_component_types=[Title])
        self.seen = []

    def update_entity(self, entity, entity_components):
        self.seen.append(entity_components[Title].name)


class World:
    def __init__(self):
        self.components = ComponentManager()
        self.components.init_components()
        self.entities = EntityManager(self.components)
        self.systems = SystemManager(self.entities, self.components)
        self.titles = Titles()
        self.systems.add_system(self.titles)

    def entity(self, *components):
        entity = self.entities.add_entity()
        for component in components:
            self.components.add_component(entity, component)
        return entity

    def named(self, kind, entity):
        component = self.components.components[kind._uid].get(entity)
        return component and component.name

    def updated(self):
        try:
            self.systems.update_entities()
        except UnboundLocalError as error:
            return type(error).__name__
        return self.titles.seen


same = True


def compare(name, expected, seen, known):
    global same
    print(f"{name}: expected {expected}; seen {seen}")
    same = same and seen == known


print(f"pygame-ecs {sys.argv[1]}")
world = World()
talk = world.entity(Place("town hall"), Room("red"))
compare("the place of a talk with the place town hall and the room red", "town hall", world.named(Place, talk), "red")
world = World()
world.entity(Title("Knots"))
talk = world.entity(Title("Ropes"))
world.entities.kill_entity(talk)
world.components.add_component(talk, Place("town hall"))
world.updated()
new = world.entity()
compare("the place of a new talk without one", None, world.named(Place, new), "town hall")
compare("the killed talk is a new one", False, talk == new and talk in world.entities.entities, True)
world = World()
world.entity(Title("Ropes")), world.entity(Place("town hall"))
compare("titles of a talk and a place", ["Ropes"], world.updated(), ["Ropes"])
world = World()
world.entity(Place("town hall")), world.entity(Title("Ropes"))
compare("titles of a place and a talk", ["Ropes"], world.updated(), "UnboundLocalError")
world = World()
world.entities.kill_entity(world.entity(Title("Knots")))
world.entity(Title("Ropes"))
compare("titles of a killed talk and a talk", ["Ropes"], world.updated(), "UnboundLocalError")
sys.exit(0 if same else 1)
PYTHON
