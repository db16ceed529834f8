"""Pairs of different conferences, of which one must not take the place of the other, and pairs of versions."""
import collections
import dataclasses
import os

import events

# is_version: the second is one of the first. is_doubtful: they have so much in common that konf has to say how
# to make it one.
Pair = collections.namedtuple('Pair', 'name group form first second is_version is_doubtful')


def pairs(form, seed):
    make = events.Maker('%s %s conferences' % (seed, form.name))
    first = make.event()
    one_speaker(form, first)
    has_title = 'Sessionize' not in form.name
    events.number(first)

    def pair(name, second, is_version=False, is_doubtful=False, first=first, group='other conference'):
        one_speaker(form, second)
        return Pair(name, 'version' if is_version else group, form, first, second, is_version, is_doubtful)

    def fresh(count=None, **fields):
        """Another conference with talks of its own, at the same slots."""
        found = first.copy()
        found.talks = [make.talk(talk.start, talk.location) for talk in first.talks[:count]]
        for field, value in fields.items():
            setattr(found, field, value)
        events.number(found)
        return found

    other = {'title': 'Isar Days', 'acronym': 'isar', 'month': '2026-10'}
    edition = fresh(month='2027-09')
    for talk, before in zip(edition.talks[::3], first.talks[::3]):
        talk.people = list(before.people)
    edition.talks[0].title = first.talks[0].title
    yield pair('next year', edition, group='next edition')
    if has_title:
        yield pair('next year, another acronym', dataclasses.replace(edition, acronym='mm27'), group='next edition')
    for is_numbered_on in False, True:
        evening, next_evening = first.copy(), fresh(4, month='2026-10')
        evening.talks = evening.talks[:4]
        next_evening.talks[0].title, next_evening.talks[0].people = first.talks[0].title, list(first.talks[0].people)
        if is_numbered_on:
            for talk in next_evening.talks:
                talk.number += 4
        yield pair('numbered on' if is_numbered_on else 'numbered anew', next_evening, first=evening,
                   is_doubtful=has_title, group='monthly meetup')
    for share, count in ('one', 1), ('half', len(first.talks) // 2):
        second = fresh(**other)
        for position, talk in enumerate(second.talks):
            talk.start += 30
            talk.number = 500 + position
            if position < count:
                talk.guid, talk.number = first.talks[position].guid, first.talks[position].number
        yield pair(share + ' of 8 ids', second, group='shared ids')
    large = first.copy()
    large.talks = [make.talk(day * 1440 + 9 * 60 + slot * 15, 'Room %d' % room)
                   for day in range(4) for slot in range(45) for room in range(5)]
    one_speaker(form, large)
    events.number(large)
    for name, positions in ('one of three', [40]), ('all of three', [40, 41, 42]):
        small = fresh(3)
        for index, position in enumerate(positions):
            small.talks[index] = dataclasses.replace(large.talks[position])
        for index in range(len(positions), 3):
            small.talks[index].number = 5000 + index
        yield pair('900, then 3: ' + name, small, first=large, is_doubtful=has_title, group='3 and 900')
        renamed = small.copy()
        renamed.title, renamed.acronym = 'Isar Days', 'isar'
        yield pair('900, then 3 of another title: ' + name, renamed, first=large, group='3 and 900',
                   is_doubtful=len(positions) == 3)
        yield pair('3 of another title, then 900: ' + name, large, first=renamed, group='3 and 900',
                   is_doubtful=len(positions) == 3)
    grown = first.copy()
    grown.talks.append(make.talk(16 * 60, 'Hall'))
    grown.talks[-1].number = 99
    make.edit(grown.talks[0], 'title', 'other')
    yield pair('one more talk, one renamed', grown, is_version=True)
    if has_title:
        renamed = grown.copy()
        renamed.title, renamed.acronym = 'Marl Meeting 2026', 'marl26'
        yield pair('another title', renamed, is_version=True)
        anew = grown.copy()
        for talk in anew.talks:
            talk.number, talk.guid = make.number(), make.guid()
        yield pair('ids made anew', anew, is_version=True)


def one_speaker(form, event):
    if form.has_one_speaker:
        for talk in event.talks:
            del talk.people[1:]


def play(konf, folder, first, second, is_version, is_doubtful):
    """Uses both, and finds how many are remembered then."""
    home = os.path.join(folder, 'home')
    konf.run('use', first, home=home)
    try:
        said = konf.run('use', second, home=home)
    except RuntimeError as error:
        if '--name' not in str(error):
            raise
        yield 'another conference is refused, since its name is taken', str(error).splitlines()[-1]
        return
    is_replaced = len(konf.json('use', home=home)) == 1
    if is_replaced and not is_version:
        yield 'another conference takes the place of the remembered one', said[0].strip()
    elif is_version and not is_replaced:
        yield 'a version is remembered as another conference', said[0].strip()
    elif is_doubtful and '--name' not in ''.join(said):
        yield 'the command for a doubtful version is missing', ''.join(said).strip()
