"""Runs konf, finds in its answers which talks it takes for the same, and states what must hold for each answer."""
import collections
import datetime
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading

# What konf shows of a talk. Times with an offset are in UTC.
Shown = collections.namedtuple('Shown', 'title subtitle people start end location track language type url')
# The field of each difference that `konf diff` can name.
FIELDS = {'name': 'title', 'subtitle': 'subtitle', 'speakers': 'people', 'time': 'start', 'offset': 'start',
          'location': 'location', 'track': 'track', 'language': 'language', 'type': 'type', 'link': 'url'}


# The id of the newer version that has the star, the record of that version, and what konf use said.
Star = collections.namedtuple('Star', 'id talks news is_apart')
KINDS = ('talk', 'session')


class Konf:
    def __init__(self, program, is_verbose):
        self.program, self.is_verbose, self.count = program, is_verbose, 0
        self._lock, self._kept = threading.Lock(), {}

    def run(self, *words, home='/nonexistent/konf'):
        self.count += 1
        said = subprocess.run(
            [self.program, *words], stdin=subprocess.DEVNULL, capture_output=True, close_fds=False,
            env={'KONF_HOME': home, 'TZ': 'UTC', 'LC_ALL': 'C.UTF-8'})
        out, err = said.stdout.decode(), said.stderr.decode('utf-8', 'replace')
        if self.is_verbose:
            print('$ konf %s\n%s%s' % (' '.join(words), out, err))
        if said.returncode not in (0, 1):
            raise RuntimeError('konf %s ended with %d: %s' % (' '.join(words), said.returncode, err.strip()))
        return out, err

    def json(self, *words, **options):
        return json.loads(self.run(*words, '--json', **options)[0])

    def diff(self, old, new):
        return self.json('diff', old, new, '--all')

    def talks(self, path=None, **options):
        """The records of all talks by their ids; without a path those of a data folder."""
        return {each['id']: each for each in self.json('talks', *(['--data', path] if path else []), **options)}

    def kept(self, path, folder):
        """The talks of an older version, and a function that returns a data folder with one starred.

        Both are remembered, since many cases have the same older version.
        """
        with open(path, 'rb') as file:
            key = file.read()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = self.talks(path), {}
        talks, homes = self._kept[key]

        def home(id):
            with self._lock:
                if id not in homes:
                    homes[id] = tempfile.mkdtemp(dir=folder)
                    self.run('use', path, '--name', 'marl', home=homes[id])
                    self.run('star', id, home=homes[id])
            return homes[id]
        return talks, home

    def star(self, home, new, folder):
        """Finds the star of a data folder in the newer version."""
        home = shutil.copytree(home, tempfile.mkdtemp(dir=folder), dirs_exist_ok=True)
        news, remarks = self.run('use', new, '--force', '--width', '1000', home=home)
        is_apart = '--name' in remarks
        if is_apart:
            news = self.run('use', new, '--force', '--name', 'marl', '--width', '1000', home=home)[0]
        talks = self.talks(home=home)
        lines = news.splitlines()
        first = next((index for index, line in enumerate(lines) if re.match('yours ', line)), len(lines))
        starred = next((id for id, talk in talks.items() if talk['star']), None)
        return Star(starred, talks, '\n'.join(lines[first:]), is_apart)


def instant(text):
    moment = datetime.datetime.fromisoformat(text) if text else None
    return moment.astimezone(datetime.timezone.utc) if moment and moment.tzinfo else moment


def joined(names):
    """One text for a list of names in any order; konf itself takes spellings that differ in case for the same."""
    # A name may have a comma.
    return ', '.join(sorted(', '.join(names).casefold().split(', ')))


def names(items):
    return [each['name'] for each in items]


def shown(talk):
    return Shown(talk['title'], talk['subtitle'], joined(names(talk['speakers'])), instant(talk['start']),
                 instant(talk['end']), joined(names(talk['locations'])), talk['track'], talk['language'], talk['type'],
                 talk['url'])


class Answer:
    """A diff, and the pairs of talks that follow from it.

    The diff has no record of a talk that is the same. So a talk of the newer version, changed back by the told
    differences, must be a talk of the older one.
    """

    def __init__(self, records, old, new):
        self.records, self.old, self.new = records, old, new
        self.added, self.cancelled = self.ids('added'), self.ids('cancelled')
        self.pairs, self.untold = {}, []
        self._changes = collections.defaultdict(list)
        self._names = {}
        for record in records:
            if record['change'] == 'changed':
                self._changes[record['kind'], record['id']] += record['changes']
                for change in record['changes']:
                    if record['kind'] in ('person', 'location') and change['what'] == 'name':
                        self._names[record['kind'], change['new']] = change['old']
        self._pair()

    def ids(self, change, kinds=('talk',)):
        return {each['id'] for each in self.records if each['change'] == change and each['kind'] in kinds}

    def before(self, id):
        """What konf must have shown of a talk before, if the told differences are all."""
        talk = self.new[id]
        fields = shown(talk)._asdict()
        for field, kind, items in ('people', 'person', 'speakers'), ('location', 'location', 'locations'):
            fields[field] = joined(self._names.get((kind, name), name) for name in names(talk[items]))
        is_longer = False
        for change in self._changes['session', talk['session']] + self._changes['talk', id]:
            field, old = FIELDS.get(change['what']), change['old']
            is_longer |= change['what'] == 'length'
            if field == 'start':
                old = instant(old)
            elif field in ('people', 'location'):
                old = joined((old or '').split(', '))
            elif field == 'url':
                # The first address, which is null if it is none of the web.
                old = old and next((each for each in old.split()[:1] if '://' in each), None)
            if field:
                fields[field] = old
        # The end follows from start and length.
        if is_longer or fields['start'] != instant(talk['start']):
            fields['end'] = None
        return Shown(**fields)

    def _pair(self):
        open = collections.defaultdict(list)
        for id, talk in self.old.items():
            if id not in self.cancelled:
                for key in shown(talk), shown(talk)._replace(end=None):
                    open[key].append(id)
        taken = set()
        # Of several that look the same, the one of the same identifier.
        for is_same in True, False:
            for id in set(self.new) - self.added - set(self.pairs):
                found = [each for each in open[self.before(id)] if each not in taken and (each == id or not is_same)]
                if found:
                    self.pairs[id] = found[0]
                    taken.add(found[0])
        self.untold = sorted(set(self.new) - self.added - set(self.pairs))


def laws(answer, is_contradicted):
    """What holds for each diff of two versions of one conference."""
    for id in answer.ids('cancelled', KINDS) & answer.ids('added', KINDS):
        old, new = answer.old.get(id), answer.new.get(id)
        if old and new and (shown(old).start, shown(old).location) == (shown(new).start, shown(new).location):
            yield 'cancelled and added under an id that keeps start and location', id
        elif not is_contradicted:
            yield 'cancelled and added under one id', id
    for id in answer.untold:
        yield 'untold change', '%s was not like this before: %s' % (id, ', '.join(map(str, answer.before(id)[:6])))


def contents(records, is_mirrored=False):
    """The differences, countable, in the one direction or the other."""
    found = collections.Counter()
    for record in records:
        is_new = (record['change'] == 'added') != is_mirrored
        if record['change'] != 'changed':
            found[record['kind'], 'added' if is_new else 'gone', record['id'], record['title']] += 1
        for change in record['changes']:
            values = (change['old'], change['new'])
            found[(record['kind'], change['what']) + (values[::-1] if is_mirrored else values)] += 1
    return found


def mirror_law(records, mirrored):
    one, two = contents(records), contents(mirrored, is_mirrored=True)
    if one != two:
        yield 'diff(b, a) is not the mirror of diff(a, b)', 'only forth: %s; only back: %s' % (
            sorted((one - two).elements(), key=str)[:4], sorted((two - one).elements(), key=str)[:4])


def order_laws(konf, old, new, mixed, records):
    """The diff is the same back and forth, and for each order of the events in the file."""
    if any(mirror_law(records, konf.diff(mixed, old))):
        yield from mirror_law(records, konf.diff(new, old))
        one, two = ([json.dumps(each) for each in found] for found in (records, konf.diff(old, mixed)))
        if sorted(one) != sorted(two):
            yield 'the order of the events in the file changes the diff', '%s; shuffled: %s' % (
                [each for each in one if each not in two][:2], [each for each in two if each not in one][:2])


def star_laws(star, id, answer):
    """What holds for one star that goes to a newer version."""
    pair = next((new for new, old in answer.pairs.items() if old == id), None)
    if star.is_apart and 2 * len(answer.cancelled) <= max(len(answer.old), len(answer.new)):
        yield 'konf use takes a version for another conference', id
    if star.id != pair and star.id not in answer.untold:
        yield 'the star is on another talk than the one of the diff', '%s: %s, diff: %s' % (id, star.id, pair)
    for field in missing(answer.old[id], star.talks.get(star.id), star.news):
        yield '"yours" does not tell: ' + field, '%s → %s\n%s' % (answer.old[id]['title'], star.id, star.news)


def missing(old, new, news):
    """What the news of a star should say and do not; new is None if the talk is cancelled."""
    if new is None:
        return [] if 'cancelled' in news and old['title'] in news else ['cancelled']
    found = []
    for field in 'title', 'people', 'start', 'location':
        one, two = getattr(shown(old), field), getattr(shown(new), field)
        if one == two:
            continue
        texts = [one, two]
        if field == 'people':
            texts = list(set(one.split(', ')) ^ set(two.split(', ')))
        elif field == 'start':
            # Both are told in the zone of the newer version.
            zone = new['start'] and datetime.datetime.fromisoformat(new['start']).tzinfo
            texts = [moment and moment.astimezone(zone or moment.tzinfo).strftime('%H:%M') for moment in (one, two)]
        if any(text and text.casefold() not in news.casefold() for text in texts):
            found.append(field)
    return found
