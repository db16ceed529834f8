#!/usr/bin/env bash
# With aett, reading an unknown stream empties the store in memory, and the store in SQLite answers with later changes.
#
# A store of aett keeps the commits of streams; a stream is, for example, one talk. If a stream that is not known yet is
# read or written in the store in memory, it replaces all other streams of the tenant. The store in SQLite keeps them,
# and has other faults: the commits up to revision 2 include revision 3; commits up to a time are found by comparing
# texts, so that the same instant with another offset gives others; and a commit is read with another identifier
# than it was written with, so that one that is sent twice is not recognized as a duplicate.
# Tests with the store in memory see empty talks, and the history of a talk shows changes that came later: use the
# store in SQLite for tests as well, give all times in UTC, and drop later commits by hand.
#
# Installs aett in a temporary folder, and stores commits of two talks.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-3.4.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "aett==$version" pydantic==2.14.4
"$folder/environment/bin/python" -W ignore::DeprecationWarning - "$version" "$folder/store.db" <<'PYTHON'
import sys
import uuid
from datetime import datetime, timedelta, timezone

from aett.eventstore import Commit, DomainEvent, EventMessage, TopicMap
from aett.storage.synchronous import inmemory, sqlite


class Renamed(DomainEvent):
    title: str


def commit(talk, number, title):
    time = datetime(2026, 6, 10, 8 + number, tzinfo=timezone.utc)
    event = Renamed(source=talk, timestamp=time, version=number, title=title)
    return Commit(
        tenant_id="plan", stream_id=talk, stream_revision=number, commit_sequence=number, commit_stamp=time,
        commit_id=uuid.uuid5(uuid.NAMESPACE_URL, title), headers={}, events=[EventMessage(body=event)],
        checkpoint_token=0)


def titles(commits):
    return [event.body.title for commit in commits for event in commit.events]


topics = TopicMap().register(Renamed)
sqlite.PersistenceManagement(sys.argv[2], topics).initialize()
zone = timezone(timedelta(hours=2))
history = [commit("talk", number, title) for number, title in enumerate(("Opening", "Keynote", "Panel"), 1)]
print(f"aett {sys.argv[1]}: a talk becomes Opening at 9, Keynote at 10 and Panel at 11, in UTC")
seen = []
for name, store in (("memory", inmemory.CommitStore()), ("SQLite", sqlite.CommitStore(sys.argv[2], topics))):
    for entry in history:
        store.commit(entry)
    try:
        store.commit(history[-1])
    except Exception as error:
        twice = type(error).__name__
    same = [entry.commit_id for entry in store.get("plan", "talk")] == [entry.commit_id for entry in history]
    early = titles(store.get("plan", "talk", max_revision=2))
    local = titles(store.get_to("plan", "talk", datetime(2026, 6, 10, 12, 30, tzinfo=zone)))
    list(store.get("plan", "lunch"))
    rest = titles(store.get("plan", "talk"))
    print(f"{name}, up to revision 2: expected ['Opening', 'Keynote']; seen {early}")
    print(f"{name}, up to 12:30+02:00: expected ['Opening', 'Keynote']; seen {local}")
    print(f"{name}, the same identifiers, Panel again: expected True, DuplicateCommitException; seen {same}, {twice}")
    print(f"{name}, after another stream was read: expected {titles(history)}; seen {rest}")
    seen.append((early, local, same, twice, rest))
two, three = ["Opening", "Keynote"], ["Opening", "Keynote", "Panel"]
sys.exit(0 if seen == [
    (two, two, True, "DuplicateCommitException", []),
    (three, three, False, "NonConflictingCommitException", three)] else 1)
PYTHON
