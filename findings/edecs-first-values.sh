#!/usr/bin/env bash
# In edecs, all entities get the components of the first one, and a new entity can lose its components.
#
# Entity("Talk", title=...) and Component("Room", name=...) take components and values by name. The ones of the first
# call are kept for the class, and those of all later calls are not: the second talk has the title of the first one, a
# break has a title although it was given a room only, and a component of another kind has the values of the first.
# Values of a class, such as an empty list of tags, are one object for all of its components.
# delete_entity frees the number at once, but removes the components at the next update, by number and name: those of an
# entity that was made in between are removed from the world instead. The entity still has them, and systems do not see
# them.
# In a program of one talk, all is right. With two, both have one title; after a talk is replaced, systems skip the new
# one: write a class for each kind of entity and component, set lists by hand, and call update after each deletion.
#
# Installs edecs in a temporary folder, and makes and replaces talks.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-1.0.6}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "edecs==$version"
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from edecs import Component, Entity, world

same = True


def check(what, expected, seen, known):
    global same
    print(f"{what}: expected {expected}; seen {seen}")
    same = same and seen == known


class Title(Component):
    defaults = {"text": ""}


class Tags(Component):
    defaults = {"names": []}


class Talk(Entity):
    default_components = {"title": Title(text="untitled")}


def titles():
    return [title.text for title in world.get_components("Title")]


print(f"edecs {sys.argv[1]}")
tags, others = Tags(), Tags()
tags.names.append("rope")
check("a tag is added to one of two components", [], others.names, ["rope"])

opening, replacement = Talk(), Talk()
world.create_entity(opening)
opening.title.text = "Opening"
world.delete_entity(opening)
world.create_entity(replacement)
replacement.title.text = "Keynote"
before = titles()
world.update()
check("Opening is deleted and Keynote made, before the update", ["Keynote"], before, ["Keynote"])
check("after it", ["Keynote"], titles(), [])
check("the title that the entity has", "Keynote", replacement.title.text, "Keynote")

first = Entity("Talk", title=Title(text="First"))
second = Entity("Talk", title=Title(text="Second"))
lunch = Entity("Break", room=Title(text="Red"))
for entity in (first, second, lunch):
    world.create_entity(entity)
check("talks First and Second are made without a class", ["First", "Second"],
      [first.title.text, second.title.text], ["First", "First"])
check("a break with a room", ["room"], list(lunch.components), ["title"])
Component("Room", name="Red")
check("a component with the name Red, then one with 45 minutes: the second one", "minutes, 45",
      ", ".join(str(part) for part in vars(Component("Length", minutes=45)).items() if part[0] in ("minutes", "name")),
      "('name', 'Red')")
sys.exit(0 if same else 1)
PYTHON
