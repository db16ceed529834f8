#!/usr/bin/env bash
# With sqlalchemy_mptt, moving an entry before or after its neighbor puts it elsewhere, or out of its tree.
#
# sqlalchemy_mptt keeps a tree in a table, and its order in the numbers left and right of each row. If an entry is moved
# down in its tree, move_after and move_before put it one place too far. Behind the last child of its own parent, it
# gets numbers outside of those of the parent, so that neither the children nor the path to the root know it.
# move_before the first child changes nothing, and an entry that is already in its place leaves it.
# Who drags a point of an agenda to another place finds it elsewhere, or nowhere, and rebuild_tree brings it back
# to the place of its identifier: move it to another tree with move_inside first, and then to its place.
#
# Installs sqlalchemy_mptt in a temporary folder, and moves entries among their siblings.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.6.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "sqlalchemy_mptt==$version" SQLAlchemy==2.1.9
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from sqlalchemy import Column, Integer, String, create_engine
from sqlalchemy.orm import declarative_base, sessionmaker
from sqlalchemy_mptt import BaseNestedSets, mptt_sessionmaker

Base = declarative_base()


class Entry(Base, BaseNestedSets):
    __tablename__ = "entries"
    id = Column(Integer, primary_key=True)
    name = Column(String)


def moved(name, method, other, detour=False):
    """The names in their order after the move, and the names of those that are not within the parent."""
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    session = mptt_sessionmaker(sessionmaker(bind=engine))()
    session.add(Entry(name="day"))
    session.commit()
    for child in "ABCD":
        session.add(Entry(name=child, parent_id=1))
        session.commit()
    entries = {entry.name: entry for entry in session.query(Entry)}
    if detour:
        session.add(Entry(name="detour"))
        session.commit()
        entries[name].move_inside(session.query(Entry).filter_by(name="detour").one().id)
        session.commit()
        session.expire_all()
    getattr(entries[name], method)(entries[other].id)
    session.commit()
    session.expire_all()
    day, *rest = session.query(Entry).filter_by(tree_id=1).order_by(Entry.left)
    return "".join(entry.name for entry in rest), "".join(entry.name for entry in rest if entry.left > day.right)


print(f"sqlalchemy_mptt {sys.argv[1]} with SQLAlchemy 2.1.9: A, B, C and D have one parent, and one of them is moved")
seen, wrong = [], {"move_after": [0, 0], "move_before": [0, 0]}
for method, counts in wrong.items():
    for name in "ABCD":
        for other in "ABCD".replace(name, ""):
            place = other + name if method == "move_after" else name + other
            expected = "ABCD".replace(name, "").replace(other, place)
            order, outside = moved(name, method, other)
            counts[0] += (order, outside) != (expected, "")
            counts[1] += moved(name, method, other, detour=True) != (expected, "")
            if (name, other) in (("A", "B"), ("A", "D"), ("B", "A")):
                seen.append((order, outside))
                print(f"{name}.{method}({other}): expected {expected}; seen {order}, "
                      f"{outside or 'none'} outside of the parent")
for method, counts in wrong.items():
    print(f"all 12 moves with {method}: expected 0 wrong ones; seen {counts[0]}, through another tree {counts[1]}")
sys.exit(0 if (seen, wrong) == (
    [("BCAD", ""), ("BCDA", "A"), ("ABCD", ""), ("BACD", ""), ("BCDA", ""), ("ABCD", "")],
    {"move_after": [6, 0], "move_before": [9, 0]}) else 1)
PYTHON
