"""Invented conferences, the edits of their organizers, and the true counterpart of each talk."""
import dataclasses
import itertools
import random

ADJECTIVES = 'foggy salty rapid quiet amber bitter copper dusty frozen golden hollow jolly lunar mellow'.split()
NOUNS = 'harbours lanterns bridges gardens engines ladders mirrors orchards pebbles quarries rivers tunnels'.split()
FIRST = 'Ada Bo Cy Dee Eli Fay Gus Hal Ida Jo Kim Lou Max Ned'.split()
FACTS = 'title subtitle people start length location id guid url track language'.split()
# How titles and people change: a corrected letter or another title; the same name in another spelling, an
# additional person or other people.
KINDS = {'title': ['letter', 'other'], 'people': ['spelling', 'more', 'others']}


@dataclasses.dataclass
class Talk:
    """A talk; equal keys mean the same talk. The start is in minutes since the first midnight."""
    key: str
    title: str
    subtitle: str
    people: list
    start: int
    location: str
    number: int
    guid: str
    length: int = 45
    track: str = 'Main'
    language: str = 'en'
    url: str = ''

    def __post_init__(self):
        self.url = self.url or 'https://marl.example/talks/' + self.guid[:6]

    @property
    def code(self):
        """The code that pretalx has in the address of a talk; turns of one talk share it."""
        return ''.join(chr(ord('A') + int(each, 16)) for each in self.url.split('/')[-1][:6])


@dataclasses.dataclass
class Event:
    title: str
    acronym: str
    talks: list
    month: str = '2026-09'
    day: int = 11

    def copy(self):
        talks = [dataclasses.replace(talk, people=list(talk.people)) for talk in self.talks]
        return dataclasses.replace(self, talks=talks)


@dataclasses.dataclass
class Case:
    """Two versions, and what a right answer may be.

    `must` has the keys of the talks that have to be found again. `is_contradicted` is true if the identifiers that
    konf shows contradict titles and people in this pair.
    """
    name: str
    group: str
    form: object
    old: Event
    new: Event
    starred: Talk
    must: set
    is_contradicted: bool = False


class Maker:
    """Makes the talks of one case, the same for the same seed."""

    def __init__(self, seed):
        self.random = random.Random(str(seed))
        self.seen = set()
        self.count = 0

    def _fresh(self, *words):
        """A text of one word of each list, which was not used before."""
        while True:
            found = tuple(map(self.random.choice, words))
            if found not in self.seen:
                self.seen.add(found)
                return found

    def title(self):
        return '{} {} and {} {}'.format(*self._fresh(ADJECTIVES, NOUNS, ADJECTIVES, NOUNS)).capitalize()

    def person(self):
        return '{} {}{}'.format(*self._fresh(FIRST, [each.capitalize() for each in ADJECTIVES], NOUNS))[:-1]

    def number(self):
        return int('%d%d' % self._fresh(range(10, 100), range(10, 100)))

    def guid(self):
        text = '%032x' % self.random.getrandbits(128)
        return '-'.join([text[:8], text[8:12], '4' + text[13:16], '8' + text[17:20], text[20:]])

    def talk(self, start, location):
        self.count += 1
        people = [self.person() for _ in range(self.random.choice([1, 1, 2]))]
        return Talk('t%d' % self.count, self.title(), self.title(), people, start, location,
                    self.number(), self.guid())

    def event(self):
        """Eight talks on two days: four in the hall, three in the attic, one in the cellar."""
        slots = [(day * 1440 + hour * 60, room) for day in (0, 1) for hour in (10, 11) for room in ('Hall', 'Attic')]
        slots[-1] = (1440 + 13 * 60, 'Cellar')
        return Event('Marl Meeting', 'mm26', [self.talk(*slot) for slot in slots])

    def edit(self, talk, fact, kind):
        """Changes one fact of a talk."""
        if fact == 'title' and kind == 'letter':
            talk.title = talk.title[:-1] + 'x'
        elif fact in ('title', 'subtitle'):
            setattr(talk, fact, self.title())
        elif fact == 'people':
            people = talk.people or []
            if kind == 'spelling' and people:
                talk.people = [people[0].replace(' ', ' von ')] + people[1:]
            else:
                talk.people = (people if kind == 'more' else []) + [self.person()]
        elif fact == 'start':
            talk.start = talk.start // 1440 * 1440 + 15 * 60
        elif fact == 'length':
            talk.length = 30
        elif fact == 'location':
            talk.location = 'Cellar'
        elif fact == 'id':
            talk.number = self.number()
        elif fact == 'guid':
            talk.guid = self.guid()
        elif fact == 'url':
            talk.url += '-new'
        elif fact == 'track':
            talk.track = 'Side'
        elif fact == 'language':
            talk.language = 'de'


SETTINGS = ['alone', 'dense', 'twins', 'series', 'renumbered', 'anew']


def edits(form, seed):
    """All cases of a format with one or two edited facts of one talk."""
    facts = [fact for fact in FACTS if fact in form.facts]
    choices = [(fact,) for fact in facts] + list(itertools.combinations(facts, 2))
    for setting, chosen in itertools.product(SETTINGS, choices):
        if setting == 'dense' and form.ids != ('number',) or setting == 'renumbered' and 'number' not in form.ids:
            continue
        variants = list(itertools.product(*(KINDS.get(fact, ['']) for fact in chosen)))
        if chosen not in [('title',), ('people',), ('title', 'people')]:
            variants = [random.Random('%s %s %s %s' % (seed, form.name, setting, chosen)).choice(variants)]
        for kinds in variants:
            yield edited(form, setting, chosen, kinds, seed)


def edited(form, setting, facts, kinds, seed):
    name = ' + '.join('%s (%s)' % each if each[1] else each[0] for each in zip(facts, kinds))
    make = Maker('%s %s %s' % (seed, form.name, setting))
    old = make.event()
    target = old.talks[make.random.choice([0, 2, 4])]
    others = [talk for talk in old.talks if talk is not target]
    if setting == 'twins':
        others[2].title, others[2].people = target.title, list(target.people)
    elif setting == 'series':
        for talk in [target] + others[2:4]:
            talk.title, talk.people = target.title, []
    if form.has_one_speaker:
        for talk in old.talks:
            del talk.people[1:]
    if setting in ('dense', 'renumbered'):
        number(old)
    new = old.copy()
    talk = next(each for each in new.talks if each.key == target.key)
    for fact, kind in zip(facts, kinds):
        make.edit(talk, fact, kind)
    if facts[:2] == ('title', 'subtitle') and make.random.random() < 0.5:
        talk.subtitle = target.title
    if form.has_one_speaker:
        talk.people = talk.people[-1:]
    if setting == 'anew':
        for each in new.talks:
            each.number, each.guid = make.number(), make.guid()
            each.url = 'https://marl.example/talks/' + each.guid[:6]
    elif setting == 'renumbered':
        new.talks.insert(0, make.talk(9 * 60, 'Attic'))
        number(new)
    worthless = {'renumbered': {'number'}, 'anew': {'number', 'guid'}}.get(setting, set())
    changed = {{'id': 'number'}.get(fact, fact) for fact in facts}
    has_id = bool(set(form.ids) - worthless - changed)
    is_known = has_id or 'title' not in facts or 'people' not in facts and bool(target.people)
    must = {each.key for each in old.talks if is_known or each is not target}
    return Case(name, setting, form, old, new, target, must, is_contradicted=form.shows_number and bool(worthless))


def number(event):
    for position, talk in enumerate(event.talks):
        talk.number = position + 1


def mixed(event):
    """The same event with its talks in another order."""
    found = event.copy()
    random.Random(0).shuffle(found.talks)
    return found


def without(case, key):
    """The same case with one talk less."""
    old, new = case.old.copy(), case.new.copy()
    for event in old, new:
        event.talks = [talk for talk in event.talks if talk.key != key]
    return dataclasses.replace(case, old=old, new=new)


def replacements(form, seed):
    """Talks that give way to others, and identifiers that tell other things than titles and people."""
    for group in ['replaced in its slot', 'replaced under its id', 'swapped ids', 'swapped contents', 'inserted',
                  'overtaken turn']:
        if form.ids != {'inserted': ('number',), 'overtaken turn': ('guid', 'number')}.get(group, form.ids):
            continue
        for turn in range(3):
            make = Maker('%s %s %s %d' % (seed, form.name, group, turn))
            old = make.event()
            if form.has_one_speaker:
                for talk in old.talks:
                    del talk.people[1:]
            if group == 'inserted':
                number(old)
            # Of two talks that change places, the first is the earlier one.
            first, second = sorted(make.random.sample(range(len(old.talks)), 2))
            if group == 'overtaken turn':
                one, two = old.talks[first], old.talks[second]
                # Only start, location and guid tell turns of one talk apart.
                for field in 'title', 'subtitle', 'people', 'url', 'number':
                    setattr(two, field, getattr(one, field))
            new = old.copy()
            talk, other = new.talks[first], new.talks[second]
            case = Case('number %d' % turn, group, form, old, new, old.talks[first], {each.key for each in old.talks})
            case.is_contradicted = not group.startswith('replaced')
            if group.startswith('replaced'):
                case.must.remove(talk.key)
                place = (talk.start, talk.location) if 'slot' in group else (15 * 60, 'Studio')
                fresh = make.talk(*place)
                if form.has_one_speaker:
                    del fresh.people[1:]
                if 'id' in group:
                    fresh.number, fresh.guid, fresh.url = talk.number, talk.guid, talk.url
                new.talks[new.talks.index(talk)] = fresh
            elif group == 'inserted':
                new.talks.insert(0, make.talk(9 * 60, 'Attic'))
                del new.talks[0].people[1:]
                number(new)
            elif group == 'overtaken turn':
                # The guid counts the turns of a talk by time.
                talk.start, talk.guid, other.guid = 1440 + 16 * 60, other.guid, talk.guid
            else:
                # The rest, which is the time and the place, goes with the one or the other.
                swapped = ['number', 'guid', 'url'] + (['start', 'location'] if group == 'swapped contents' else [])
                for field in swapped:
                    one, two = getattr(talk, field), getattr(other, field)
                    setattr(talk, field, two)
                    setattr(other, field, one)
            yield case
