#!/usr/bin/env bash
# With sqlalchemy-nested-set, deleting one of several trees that were added together deletes the entries of all.
#
# sqlalchemy-nested-set fills the numbers left and right of each row by which a nested set finds what is below an entry.
# Rows without a parent that are added in one commit get the same numbers: each of them has the descendants of all, and
# ns.delete of one with include_descendants deletes those of the others. If a commit adds children of several parents,
# a later tree gets a child with numbers outside of its own, and neither finds nor deletes it.
# Who adds three days at once and deletes one of them loses the talks of the others: add trees one by one, and children
# for one parent at a time, or call rebuild after each commit.
#
# Installs sqlalchemy-nested-set in a temporary folder, and adds days and talks.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.1.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "sqlalchemy-nested-set==$version" SQLAlchemy==2.1.9
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

from sqlalchemy import Column, ForeignKey, Integer, String, create_engine
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy_nested_set import NestedSetManager, NestedSetMixin


class Base(DeclarativeBase):
    pass


class Entry(NestedSetMixin, Base):
    __tablename__ = "entries"
    id = Column(Integer, primary_key=True)
    name = Column(String)
    parent_id = Column(Integer, ForeignKey("entries.id"))


trees = NestedSetManager()
trees.register(Entry, parent_column="parent_id")


def add(session, together, names, parents):
    entries = [Entry(name=name, parent_id=parent) for name, parent in zip(names, parents)]
    for part in [entries] if together else [[entry] for entry in entries]:
        session.add_all(part)
        session.commit()
    return [entry.id for entry in entries]


def below(session, day):
    return sorted(entry.name for entry in trees.descendants(session, session.get(Entry, day)))


def tried(days_together, talks_together, rebuild):
    """The talks below each day, and what is left after Tuesday was deleted with its descendants."""
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    session = Session(engine)
    days = add(session, days_together, ("Mon", "Tue", "Wed"), (None,) * 3)
    add(session, talks_together, ("Opening", "Panel", "Lunch"), (days[0], days[1], days[0]))
    if rebuild:
        trees.rebuild(session, Entry)
        session.commit()
    session.expire_all()
    found = [below(session, day) for day in days]
    trees.delete(session, session.get(Entry, days[1]), include_descendants=True)
    session.commit()
    return found, sorted(entry.name for entry in session.query(Entry))


print(f"sqlalchemy-nested-set {sys.argv[1]} with SQLAlchemy 2.1.9: Opening and Lunch on Mon, Panel on Tue")
one_by_one = tried(False, False, False)
days, talks, rebuilt = tried(True, False, False), tried(False, True, False), tried(True, True, True)
for name, (found, left) in (
        ("each in a commit", one_by_one), ("the days in one commit", days), ("the talks in one commit", talks),
        ("all in two commits, then rebuild", rebuilt)):
    print(f"{name}: expected {one_by_one[0]} below the days; seen {found}")
    print(f"{name}, Tue is deleted: expected {one_by_one[1]}; seen {left}")
every = ["Lunch", "Opening", "Panel"]
sys.exit(0 if (one_by_one, days, talks, rebuilt) == (
    ([["Lunch", "Opening"], ["Panel"], []], ["Lunch", "Mon", "Opening", "Wed"]),
    ([every, every, every], ["Mon", "Wed"]),
    ([["Lunch", "Opening"], [], []], ["Lunch", "Mon", "Opening", "Panel", "Wed"]), one_by_one) else 1)
PYTHON
