"""Two versions of three schedules, and what konf exports of them."""
import datetime
import json
import os
import subprocess

TEXTS = ['Plain', 'Comma, semicolon; backslash \\ and "quotes"', 'R&D <b>bold</b> &amp; *stars* _lines_ `code`',
         '(1) first', 'a. letter', ': colon', '1) number', 'iv. roman', '- dash', '= one', '+ plus', '# hash', '~~~ wave',
         '$x^2$ | y', 'Ünïcödé 日本語 😀 café', '\\n is no line feed', '"quoted" at the start', '[link](https://a.example)',
         'www.a.example and https://a.example/?b=1&c=2', 'x' * 74 + ',;\\' * 20, "'apostrophe", '!image', '<script>',
         '@home', '(@) home', '\ttab', '1. one\n\n2. two', '> said', '***', 'A_b_c *d', '2031']


def talk(number, start, minutes, title, room, text, track='Main'):
    return {'guid': '%08x-0000-4000-8000-000000000000' % number, 'id': number, 'title': title, 'room': room,
            'date': start.isoformat(), 'start': start.strftime('%H:%M'),
            'duration': '%02d:%02d' % divmod(minutes, 60), 'abstract': text, 'track': track,
            'url': 'https://konf.example/%d?a=1&b=2' % number, 'persons': [{'public_name': 'Ada Ä, %d' % number}]}


def schedule(title, zone, first, talks):
    days = {}
    for each in talks:
        days.setdefault(each['date'][:10], {}).setdefault(each['room'], []).append(each)
    return {'schedule': {'conference': {'acronym': title.lower(), 'title': title, 'time_zone_name': zone, 'days': [
        {'index': index + 1, 'date': day, 'rooms': rooms} for index, (day, rooms) in enumerate(sorted(days.items()))]}}}


def versions(title, zone, first, offsets, count):
    """Two versions of a schedule: the second without talk 0, and with other times, titles, rooms and texts."""
    start = datetime.datetime.fromisoformat(first)

    def at(place):
        moment = start + datetime.timedelta(minutes=47 * place)
        offset = offsets[1] if len(offsets) > 1 and moment >= datetime.datetime.fromisoformat(offsets[2]) else offsets[0]
        return moment.replace(tzinfo=datetime.timezone(datetime.timedelta(minutes=offset)))
    talks = [talk(number, at(number), 30 + number % 60, TEXTS[number % len(TEXTS)] + ' %d' % number,
                  'Hall %d; left, right' % (number % 4), '\n\n'.join(TEXTS[number % 7:number % 7 + 4])
                  + ('\n\n' + 'long text ' * 300 if number == 5 else ''), ['Main', 'Side, track'][number % 2])
             for number in range(count)]
    second = [dict(each) for each in talks[1:]]
    second[0].update(date=at(count).isoformat(), start=at(count).strftime('%H:%M'))
    second[1].update(title='Renamed')
    second[2].update(room='Yard')
    second[3].update(abstract='Another text')
    second.append(talk(count + 1, at(count + 1), 30, 'New', 'Yard', ''))
    return schedule(title, zone, first, talks), schedule(title, zone, first, second)


SCHEDULES = {
    'texts': versions('Texts', 'Europe/Berlin', '2031-05-04T10:00:00', [120], 62),
    # The clocks go back on 2 November at two.
    'clocks': versions('Clocks', 'America/New_York', '2031-11-01T18:00:00', [-240, -300, '2031-11-02T02:00:00'], 40),
    'small': versions('Small', 'Asia/Kolkata', '2031-02-28T22:00:00', [330], 7),
}


class Exports:
    """Two versions of each schedule and of an agenda, as konf exports and lists them."""

    def __init__(self, konf, folder):
        self.konf_program, self.folder = konf, folder
        self.calendars, self.listed = {}, {}
        for name, both in SCHEDULES.items():
            for version, document in enumerate(both):
                self.konf(name, 'use', '-', '--name', name, data=json.dumps(document).encode())
                if version:
                    # The schedules are years ahead, and numbers rise with each second.
                    self.konf(name, 'unstar', '2')
                else:
                    self.konf(name, 'star', '1', '2', '3', '4')
                    self.konf(name, 'add', 'Dinner', '--at', '2031-11-01T20:00' if name == 'clocks' else
                              both[0]['schedule']['conference']['days'][0]['date'] + 'T23:30', '--for', '40m')
                for kind, words in [('all', []), ('mine', ['--mine', '--alarm', '10m'])]:
                    if kind == 'mine' and name != 'texts':
                        continue
                    data = self.konf(name + kind, 'export', '--as', 'ics', *words)
                    path = os.path.join(folder, '%s-%s-%d.ics' % (name, kind, version))
                    with open(path, 'wb') as out:
                        out.write(data)
                    self.calendars.setdefault((name, kind), []).append(path)
                    shown = json.loads(self.konf(name + kind, *(['agenda', '--json'] if kind == 'mine' else
                                                                ['timeline', '--json'])))
                    self.listed[name, kind] = [each for each in shown if each.get('kind') != 'free']

    def konf(self, home, *words, data=b''):
        # The whole schedule and the agenda are exported from copies, since both have the same UIDs.
        names = [home] if home in SCHEDULES else None
        for each in [home + 'all', home + 'mine'] if names else [home]:
            result = subprocess.run([self.konf_program, '--home', os.path.join(self.folder, each), *words], input=data,
                                    capture_output=True, env={'LANG': 'C.UTF-8', 'PATH': os.environ['PATH']})
            if result.returncode != 0:
                raise SystemExit('run: konf %s: %s' % (' '.join(words), result.stderr.decode()))
        return result.stdout
