"""Real versions of one event, and small pairs of our own, in the shared data."""
import itertools
import json
import os
import random
import re

from answers import joined, names, shown

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DATA = os.environ.get('KONF_SHARED_DATA', os.path.join(ROOT, '../shared/data'))
CASES = ['z1.json z2.json', 'y1.json y2.json', 'q1.json q2.json', 'r1.json r2.json', 'w1.ics w2.ics',
         'pretalx/overtaken-1.json pretalx/overtaken-2.json', 'pretalx/v1.json pretalx/v1.xml',
         'wafer/x1.xml wafer/x2.ics']
# The talks of a large pair that are starred, each in a run of its own.
MOST_STARS = 4


def pairs():
    """The paths of all ordered pairs, each with the name of its event."""
    folder = os.path.join(DATA, 'versions')
    events = {}
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        event = re.match('camp2019-stages|[a-z0-9]+', name)[0]
        events.setdefault(event, []).append(os.path.join(folder, name))
    for event, paths in events.items():
        yield from ((event, *pair) for pair in itertools.permutations(paths, 2))
    for case in CASES:
        paths = [os.path.join(DATA, 'cases', each) for each in case.split()]
        if all(map(os.path.exists, paths)):
            yield from (('cases', *pair) for pair in (paths, paths[::-1]))


def strangers():
    """The paths of two conferences that have nothing but guids in common."""
    paths = [os.path.join(DATA, 'cases', name) for name in ('vw733a.xml', 'vw733b.xml')]
    return [paths] if all(map(os.path.exists, paths)) else []


def mixed(path, target):
    """Writes the file with its events in another order, if that is known for its format. Returns the path.

    Events of one identifier keep their order, from which their numbers come.
    """
    if not path.endswith('.json'):
        return path
    with open(path) as file:
        document = json.load(file)

    def mix(talks):
        talks.sort(key=lambda talk: random.Random(str(
            next((talk[key] for key in ('guid', 'id', 't_id') if key in talk), ''))).random())
    if isinstance(document, list):
        mix(document)
    elif 'schedule' in document:
        for day in document['schedule']['conference']['days']:
            for talks in day['rooms'].values():
                mix(talks)
    else:
        mix(document['sessions'])
    with open(target, 'w') as file:
        json.dump(document, file)
    return target


def texts(konf, path):
    """The shown texts of talks and sessions, regardless of their order."""
    sessions = konf.json('timeline', '--data', path)
    return sorted(map(str, map(shown, konf.talks(path).values()))) + sorted(
        str((each['title'], each['start'], each['end'], joined(names(each['locations'])), each['track'], each['type']))
        for each in sessions)


def is_contradicted(answer):
    """True if a talk is found, by a title and people that no other has, under the id of another talk."""
    def by_names(talks):
        found = {}
        for id, talk in talks.items():
            key = talk['title'], tuple(each['name'] for each in talk['speakers'])
            found[key] = id if key not in found else None
        return found
    old, new = by_names(answer.old), by_names(answer.new)
    return any(id and new.get(names) in answer.old and new[names] != id for names, id in old.items())
