"""Writes an event in the formats that konf reads."""
import collections
import datetime
import json
from xml.sax.saxutils import escape, quoteattr

# The facts that the format has; the identifiers of a talk in it, as fields of Talk; the id that konf shows.
Form = collections.namedtuple('Form', 'name ending write facts ids shown has_one_speaker')
Form.shows_number = property(lambda self: self.ids[0] == 'number')

COMMON = ('title', 'people', 'start', 'length', 'location')


def moment(event, minutes):
    year, month = map(int, event.month.split('-'))
    return datetime.datetime(year, month, event.day) + datetime.timedelta(minutes=minutes)


def written(event, minutes):
    return moment(event, minutes).isoformat() + '+02:00'


def person_id(name):
    """The same for all spellings of a name."""
    return sum(ord(letter) * 31 ** index for index, letter in enumerate(name.replace(' von ', ' '))) % 100000 + 1


def locations(event):
    return sorted({talk.location for talk in event.talks})


def days(event):
    for day in sorted({talk.start // 1440 for talk in event.talks}):
        yield day, moment(event, day * 1440).date().isoformat(), {
            name: [talk for talk in event.talks if (talk.start // 1440, talk.location) == (day, name)]
            for name in locations(event)}


def pretty(value):
    return json.dumps(value, indent=1) + '\n'


def uikonf(event):
    records = [{'conference': event.title, 'month': event.month, 'zone': 'Europe/Berlin'}]
    for talk in event.talks:
        start, end = moment(event, talk.start), moment(event, talk.start + talk.length)
        records.append({'t_id': 'slot%d' % talk.number, 'description': 'Block ' + talk.key[1:],
                        'startTime': start.strftime('%d-%H-%M'), 'endTime': end.strftime('%d-%H-%M'),
                        'locations': [talk.location]})
        record = {'t_id': 'slot%d' % talk.number, 't_index': 1, 'title': talk.title, 'subtitle': talk.subtitle,
                  'track': talk.track, 'language': talk.language}
        records.append({**record, **({'speaker_name': talk.people[0]} if talk.people else {})})
    records += [{'name': name} for name in sorted({name for talk in event.talks for name in talk.people})]
    return pretty(records + [{'name': name, 'address': name + ' street'} for name in locations(event)])


def schedule_json(has_guid=False, is_pretalx=False):
    def write(event):
        def record(talk):
            found = {'id': talk.number}
            if has_guid:
                found['guid'] = talk.guid
            if is_pretalx:
                found['code'] = talk.code
            name = {'name' if is_pretalx else 'public_name': None}
            return {**found, 'date': written(event, talk.start), 'start': moment(event, talk.start).strftime('%H:%M'),
                    'duration': '00:%02d' % talk.length, 'room': talk.location, 'title': talk.title,
                    'subtitle': talk.subtitle, 'track': talk.track, 'language': talk.language, 'url': talk.url,
                    'persons': [{'id': person_id(each), **dict.fromkeys(name, each)} for each in talk.people]}
        listed = [{'index': index + 1, 'date': date, 'rooms': {name: list(map(record, talks))
                                                              for name, talks in rooms.items() if talks}}
                  for index, (_, date, rooms) in enumerate(days(event))]
        found = {'schedule': {'version': '1', 'conference': {
            'acronym': event.acronym, 'title': event.title, 'time_zone_name': 'Europe/Berlin', 'days': listed}}}
        if is_pretalx:
            found['generator'] = {'name': 'pretalx', 'version': '2026.2.1'}
        return pretty(found)
    return write


def schedule_xml(has_guid):
    def write(event):
        lines = ['<schedule><version>1</version>',
                 '<conference><acronym>%s</acronym><title>%s</title><time_zone_name>Europe/Berlin</time_zone_name>'
                 '</conference>' % (event.acronym, event.title)]
        for index, (_, date, rooms) in enumerate(days(event)):
            lines.append('<day index="%d" date="%s">' % (index + 1, date))
            for name, talks in rooms.items():
                lines.append('<room name=%s>' % quoteattr(name))
                for talk in talks:
                    fields = {'date': written(event, talk.start), 'start': moment(event, talk.start).strftime('%H:%M'),
                              'duration': '00:%02d' % talk.length, 'room': name, 'title': talk.title,
                              'subtitle': talk.subtitle, 'track': talk.track, 'language': talk.language,
                              'url': talk.url}
                    lines.append('<event id="%d"%s>' % (talk.number, ' guid="%s"' % talk.guid if has_guid else '')
                                 + ''.join('<%s>%s</%s>' % (key, escape(value), key) for key, value in fields.items())
                                 + '<persons>' + ''.join('<person id="%d">%s</person>' % (person_id(each), each)
                                                         for each in talk.people) + '</persons></event>')
                lines.append('</room>')
            lines.append('</day>')
        return '\n'.join(lines + ['</schedule>', ''])
    return write


def sessionize(view):
    def write(event):
        rooms = {name: index + 1 for index, name in enumerate(locations(event))}
        items = {'Main': 11, 'Side': 12, 'en': 21, 'de': 22}
        titles = {1: 'Track', 2: 'Language'}

        def record(talk):
            found = {'id': str(talk.number), 'title': talk.title, 'description': None,
                     'startsAt': moment(event, talk.start).isoformat(),
                     'endsAt': moment(event, talk.start + talk.length).isoformat(),
                     'isServiceSession': False, 'isPlenumSession': False, 'roomId': rooms[talk.location]}
            chosen = [items[talk.track], items[talk.language]]
            if view == 'All':
                return {**found, 'speakers': [str(person_id(each)) for each in talk.people], 'categoryItems': chosen,
                        'questionAnswers': []}
            return {**found, 'speakers': [{'id': str(person_id(each)), 'name': each} for each in talk.people],
                    'categories': [{'id': item // 10, 'name': titles[item // 10], 'categoryItems': [
                        {'id': item, 'name': next(name for name, id in items.items() if id == item)}]}
                        for item in chosen], 'room': talk.location}
        if view == 'All':
            return pretty({
                'sessions': list(map(record, event.talks)), 'questions': [],
                'speakers': [{'id': str(person_id(name)), 'fullName': name}
                             for name in sorted({name for talk in event.talks for name in talk.people})],
                'categories': [{'id': id, 'title': title, 'items': [
                    {'id': item, 'name': name} for name, item in items.items() if item // 10 == id]}
                    for id, title in titles.items()],
                'rooms': [{'id': id, 'name': name, 'sort': id} for name, id in rooms.items()]})
        return pretty([{'date': date + 'T00:00:00', 'isDefault': False, 'timeSlots': [], 'rooms': [
            {'id': rooms[name], 'name': name, 'sessions': list(map(record, talks))}
            for name, talks in listed.items()]} for _, date, listed in days(event)])
    return write


def calendar(uid):
    def write(event):
        lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//marl', 'X-WR-CALNAME:' + event.title]
        for talk in event.talks:
            lines += ['BEGIN:VEVENT', 'UID:' + uid(talk), 'DTSTAMP:20260101T000000Z',
                      'DTSTART:' + moment(event, talk.start).strftime('%Y%m%dT%H%M%SZ'),
                      'DTEND:' + moment(event, talk.start + talk.length).strftime('%Y%m%dT%H%M%SZ'),
                      'SUMMARY:' + talk.title, 'LOCATION:' + talk.location, 'URL:' + talk.url,
                      'CATEGORIES:' + talk.track]
            lines += ['ATTENDEE;CN=%s:mailto:%d@marl.example' % (name, person_id(name)) for name in talk.people]
            lines.append('END:VEVENT')
        return '\r\n'.join(lines + ['END:VCALENDAR', ''])
    return write


def own(event):
    def names(items):
        return [{'id': each, 'name': each} for each in items]
    sessions = [{'id': talk.guid, 'title': talk.title, 'type': None, 'start': written(event, talk.start),
                 'end': written(event, talk.start + talk.length), 'locations': names([talk.location]),
                 'track': talk.track, 'url': talk.url, 'talks': [
                     {'id': talk.guid, 'title': talk.title, 'subtitle': talk.subtitle, 'type': None,
                      'speakers': names(talk.people), 'session': talk.guid, 'track': talk.track,
                      'language': talk.language, 'url': talk.url, 'otherIds': [str(talk.number)]}]}
                for talk in event.talks]
    return pretty({'conference': {'title': event.title, 'acronym': event.acronym, 'zone': 'Europe/Berlin'},
                   'sessions': sessions, 'talks': [],
                   'people': names(sorted({name for talk in event.talks for name in talk.people})),
                   'locations': names(locations(event))})


def forms():
    more = COMMON + ('subtitle', 'url', 'track', 'language', 'id')

    def by_number(talk):
        return str(talk.number)

    def by_guid(talk):
        return talk.guid

    def ics(name, uid, fact):
        return Form(name, 'ics', calendar(uid), COMMON + ('url', 'track', fact),
                    ({'id': 'number'}.get(fact, fact),), uid, False)
    return [
        Form('UIKonf', 'json', uikonf, COMMON + ('subtitle', 'track', 'language', 'id'), ('number',),
             lambda talk: 'slot%d/1' % talk.number, True),
        Form('json guid', 'json', schedule_json(True), more + ('guid',), ('guid', 'number'), by_guid, False),
        Form('json id', 'json', schedule_json(), more, ('number',), by_number, False),
        Form('xml guid', 'xml', schedule_xml(True), more + ('guid',), ('guid', 'number'), by_guid, False),
        Form('xml id', 'xml', schedule_xml(False), more, ('number',), by_number, False),
        Form('pretalx', 'json', schedule_json(True, True), more + ('guid',), ('guid', 'number'), by_guid, False),
        Form('Sessionize All', 'json', sessionize('All'), COMMON + ('track', 'language', 'id'), ('number',), by_number,
             False),
        Form('Sessionize Grid', 'json', sessionize('GridSmart'), COMMON + ('track', 'language', 'id'), ('number',),
             by_number, False),
        ics('ics plain', lambda talk: 'ev%s@marl.example' % talk.guid[:6], 'guid'),
        ics('ics slash', lambda talk: 'talks/' + talk.guid[:6], 'guid'),
        ics('ics ://', lambda talk: 'https://marl.example/talks/' + talk.guid[:6], 'guid'),
        ics('ics 17@host', lambda talk: '%d@marl.example' % talk.number, 'id'),
        Form('konf', 'json', own, more + ('guid',), ('guid', 'number'), by_guid, False),
    ]
