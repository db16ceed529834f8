#!/usr/bin/env bash
# SQLAlchemy-Continuum cannot revert a talk to an earlier version with its speakers if one of them stayed.
#
# Continuum stores a version of each row, and of each pair in a many-to-many table. version.revert(relations=[…])
# restores a row and the rows that are related to it. For a many-to-many relation, it removes the pairs of now and adds
# those of the version. A pair that is in both gets two versions in one transaction, which the table of versions does
# not allow: IntegrityError, and nothing is reverted. Only a talk with entirely different speakers comes back.
# The same error occurs if a program removes a speaker and adds them again in one transaction, with a flush in between.
#
# Installs SQLAlchemy-Continuum in a temporary folder, changes talks in SQLite, and reverts them.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-2.0.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "SQLAlchemy-Continuum==$version" SQLAlchemy==2.1.9
"$folder/environment/bin/python" - "$version" <<'PYTHON'
import sys

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import configure_mappers, declarative_base, relationship, sessionmaker
from sqlalchemy_continuum import make_versioned

make_versioned(user_cls=None)
Base = declarative_base()
pairs = sa.Table(
    "talk_speaker", Base.metadata,
    sa.Column("talk_id", sa.ForeignKey("talk.id"), primary_key=True),
    sa.Column("speaker_id", sa.ForeignKey("speaker.id"), primary_key=True))


class Speaker(Base):
    __tablename__ = "speaker"
    __versioned__ = {}
    id = sa.Column(sa.Integer, primary_key=True)
    name = sa.Column(sa.Unicode(50))


class Talk(Base):
    __tablename__ = "talk"
    __versioned__ = {}
    id = sa.Column(sa.Integer, primary_key=True)
    title = sa.Column(sa.Unicode(50))
    speakers = relationship(Speaker, secondary=pairs)


configure_mappers()
engine = sa.create_engine("sqlite://")
Base.metadata.create_all(engine)
session = sessionmaker(bind=engine)()
people = {name: Speaker(name=name) for name in ("Ann", "Ben")}
session.add_all(people.values())
session.commit()


def state(talk):
    return talk.title, sorted(speaker.name for speaker in talk.speakers)


def attempt(change, talk):
    try:
        change()
        session.commit()
    except IntegrityError:
        session.rollback()
        return "IntegrityError", *state(talk)
    return state(talk)


def reverted(before, after):
    talk = Talk(title="Opening", speakers=[people[name] for name in before])
    session.add(talk)
    session.commit()
    talk.title, talk.speakers = "Welcome", [people[name] for name in after]
    session.commit()
    return attempt(lambda: talk.versions[0].revert(relations=["speakers"]), talk)


def removed_and_added():
    talk = Talk(title="Opening", speakers=[people["Ann"]])
    session.add(talk)
    session.commit()

    def change():
        talk.speakers.remove(people["Ann"])
        session.flush()
        talk.speakers.append(people["Ann"])

    return attempt(change, talk)


print(f"SQLAlchemy-Continuum {sys.argv[1]} with SQLAlchemy 2.1.9, SQLite")
same = True
for before, after, known in (
    (["Ann"], ["Ben"], ("Opening", ["Ann"])),
    (["Ann"], ["Ann"], ("IntegrityError", "Welcome", ["Ann"])),
    (["Ann"], ["Ann", "Ben"], ("IntegrityError", "Welcome", ["Ann", "Ben"])),
    (["Ann", "Ben"], ["Ann"], ("IntegrityError", "Welcome", ["Ann"])),
):
    seen = reverted(before, after)
    print(f"Opening with {before}, then Welcome with {after}, reverted: expected {('Opening', before)}; seen {seen}")
    same = same and seen == known
again = removed_and_added()
print(f"Ann removed and added again: expected {('Opening', ['Ann'])}; seen {again}")
sys.exit(0 if same and again == ("IntegrityError", "Opening", ["Ann"]) else 1)
PYTHON
