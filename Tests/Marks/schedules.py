"""Invented schedules: three versions of one conference, a foreign one, and one that shares numbers with the first.

Each talk has a key, which all versions share, and every title belongs to one key. A talk changes in one way
per version, so its counterpart is never in doubt: the guid is the same, or the title and the people, or the
number, the people and the time.
"""
import copy
import datetime
import json
import os
import random
import uuid
from xml.sax.saxutils import escape, quoteattr

ADJECTIVES = '''Foggy Salty Rapid Quiet Amber Bitter Copper Dusty Frozen Golden Hollow Iron Jolly Lunar Mellow
Narrow Opaque Plain Rusty Silver Tidal Velvet Wooden Yellow'''.split()
NOUNS = '''Harbour Lantern Bridge Garden Engine Compass Ladder Mirror Orchard Pebble Quarry River Saddle Tunnel
Valley Window Anchor Basket Candle Drawer'''.split()
PEOPLE = [first + ' ' + last for first in ['Ada', 'Bo', 'Cy', 'Dee', 'Eli', 'Fay'] for last in
          ['Ashdown', 'Birkett', 'Cedric', 'Dalby', 'Elmore']]
ROOMS = ['Hall', 'Attic']
NAMESPACE = uuid.UUID('6ba7b811-9dad-11d1-80b4-00c04fd430c8')


class Talk:
    def __init__(self, key, title, people, number, slot, guid):
        self.key, self.title, self.people, self.number = key, title, people, number
        self.slot, self.guid, self.change = slot, guid, None

    def id(self):
        return self.guid or str(self.number)


class Version:
    """One file: a conference as it is at one time."""

    def __init__(self, title, acronym, text, first_day, form, talks):
        self.title, self.acronym, self.text = title, acronym, text
        self.first_day, self.form, self.talks = first_day, form, talks

    def title_of(self, key):
        return next((talk.title for talk in self.talks if talk.key == key), None)

    def key_of(self, id):
        return next((talk.key for talk in self.talks if talk.id() == id), None)

    def bytes(self):
        return (self._json() if self.form == 'id-json' else self._xml()).encode()

    def _days(self):
        for day in range(2):
            date = self.first_day + datetime.timedelta(days=day)
            yield day, date.isoformat(), [(name, [talk for talk in self.talks if talk.slot[:2] == (day, room)])
                                          for room, name in enumerate(ROOMS)]

    def _xml(self):
        lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<schedule>',
                 '<version>%s</version>' % self.text,
                 '<conference><acronym>%s</acronym><title>%s</title>' % (self.acronym, self.title),
                 '<time_zone_name>Europe/Berlin</time_zone_name></conference>']
        for day, date, rooms in self._days():
            lines.append('<day index="%d" date="%s">' % (day + 1, date))
            for name, talks in rooms:
                lines.append('<room name=%s>' % quoteattr(name))
                for talk in talks:
                    guid = ' guid="%s"' % talk.guid if talk.guid else ''
                    lines.append('<event id="%d"%s><date>%sT%02d:00:00+02:00</date><start>%02d:00</start>'
                                 '<duration>00:45</duration><room>%s</room><title>%s</title><track>Main</track>'
                                 '<language>en</language><persons>%s</persons></event>'
                                 % (talk.number, guid, date, talk.slot[2], talk.slot[2], name, escape(talk.title),
                                    ''.join('<person id="%d">%s</person>' % (PEOPLE.index(each) + 1, each)
                                            for each in talk.people)))
                lines.append('</room>')
            lines.append('</day>')
        return '\n'.join(lines + ['</schedule>', ''])

    def _json(self):
        days = [{'index': day + 1, 'date': date, 'rooms': {name: [
            {'id': talk.number, 'date': '%sT%02d:00:00+02:00' % (date, talk.slot[2]),
             'start': '%02d:00' % talk.slot[2], 'duration': '00:45', 'room': name, 'title': talk.title,
             'track': 'Main', 'language': 'en',
             'persons': [{'id': PEOPLE.index(each) + 1, 'public_name': each} for each in talk.people]}
            for talk in talks] for name, talks in rooms}} for day, date, rooms in self._days()]
        return json.dumps({'schedule': {'version': self.text, 'conference': {
            'acronym': self.acronym, 'title': self.title, 'start': days[0]['date'], 'end': days[-1]['date'],
            'daysCount': len(days), 'time_zone_name': 'Europe/Berlin', 'days': days}}}, indent=1)


class Schedules:
    """All files of one number."""

    def __init__(self, number):
        self.number = number
        self.random = random.Random('schedules %d' % number)
        titles = [first + ' ' + last for first in ADJECTIVES for last in NOUNS]
        self.random.shuffle(titles)
        self.titles = titles
        self.form = self.random.choice(['guid-xml', 'id-xml', 'id-json'])
        self.keys = {}
        self.files, self.lists = {}, {}
        first = self._conference('Marl Meeting', 'mm', datetime.date(2026, 9, 11), self.form,
                                 self.random.randint(5, 8), 1)
        versions = [first, self._newer(first, '1.1')]
        versions.append(self._newer(versions[1], '1.2', first))
        self.ending = '.json' if self.form == 'id-json' else '.xml'
        for index, version in enumerate(versions):
            self.files['m%d%s' % (index + 1, self.ending)] = version
        form = self.random.choice(['guid-xml', 'id-xml', 'id-json'])
        self.files['f1.json' if form == 'id-json' else 'f1.xml'] = self._conference(
            'Fern Forum', 'ff', datetime.date(2026, 10, 2), form, 4, 201)
        self.files['p1' + self.ending] = self._conference(
            'Pine Parley', 'pp', datetime.date(2026, 10, 16), self.form, 4, 3)
        for index, version in enumerate(versions):
            self.lists['l%d.txt' % (index + 1)] = [
                talk.id() for talk in self.random.sample(version.talks, 3)]

    def main(self, number):
        return 'm%d%s' % (number, self.ending)

    def write(self, folder):
        for name, version in self.files.items():
            with open(os.path.join(folder, name), 'wb') as file:
                file.write(version.bytes())
        for name, ids in self.lists.items():
            with open(os.path.join(folder, name), 'w') as file:
                file.write('\n'.join(ids) + '\n')

    def version(self, title, text):
        """The version that konf shows, or nil."""
        return next((each for each in self.files.values() if (each.title, each.text) == (title, text)), None)

    def _conference(self, title, acronym, day, form, count, number):
        version = Version(title, acronym, '1.0', day, form, [])
        for index in range(count):
            self._add(version, number + index)
        return version

    def _add(self, version, number):
        title = self.titles.pop()
        key = version.acronym + str(number)
        guid = str(uuid.uuid5(NAMESPACE, '%d %s' % (self.number, key))) if version.form == 'guid-xml' else None
        people = [PEOPLE[(number * 7 + len(version.title)) % len(PEOPLE)]]
        version.talks.append(Talk(key, title, people, number, self._slot(version), guid))
        self.keys[title] = key

    def _slot(self, version):
        taken = {talk.slot for talk in version.talks}
        return self.random.choice([(day, room, hour) for day in range(2) for room in range(2)
                                   for hour in range(10, 18) if (day, room, hour) not in taken])

    def _newer(self, version, text, first=None):
        newer = copy.deepcopy(version)
        newer.text = text
        talks = list(newer.talks)
        self.random.shuffle(talks)
        for change in self.random.sample(['move', 'room', 'rename', 'cancel', 'move', 'cancel'], 4):
            talk = talks.pop()
            # Without a guid a talk that is renamed stays where it is, in all versions.
            if not talk.guid and talk.change and (talk.change == 'rename') != (change == 'rename'):
                continue
            beside = (talk.slot[0], 1 - talk.slot[1], talk.slot[2])
            if change == 'move':
                talk.slot = self._slot(newer)
            elif change == 'room' and all(each.slot != beside for each in newer.talks):
                talk.slot = beside
            elif change == 'rename':
                talk.title = self.titles.pop() if talk.guid else talk.title + ' Revisited'
                self.keys[talk.title] = talk.key
            elif change == 'cancel' and len(newer.talks) > 4:
                newer.talks.remove(talk)
            talk.change = change
        self._add(newer, 20 + int(text[-1]))
        back = [talk for talk in first.talks if not newer.title_of(talk.key)] if first else []
        if back and self.random.random() < 0.5:
            talk = copy.deepcopy(self.random.choice(back))
            talk.slot = self._slot(newer)
            if talk.guid or talk.change != 'rename':
                newer.talks.append(talk)
        return newer
