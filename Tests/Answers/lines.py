"""The lines that compare-answers has two programs run about a schedule."""
import os
import re
import shlex

WIDTHS = ('40', '80', '200')
DATA = (['--json'], ['--jsonl'], ['--tsv'])
LISTS = ('now', 'next', 'timeline', 'talks', 'agenda')
# The options of all commands, each with values; the others are in every line, or tested by themselves.
COMMON = {
    '--day': ['2', 'today'], '--track': ['{track}'], '--location': ['{location}'], '--speaker': ['{speaker}'],
    '--lang': ['en'], '--after': ['14:00'], '--before': ['12:00'], '--json': ['?', 'id,title'], '--jsonl': ['title'],
    '--tsv': ['title'], '--format': ['{{title}}\\t{{id}}'], '--color': ['always'], '--hyperlink': ['always'],
    '--no-ids': [None], '--quiet': [None], '--verbose': [None], '--no-pager': [None], '--no-config': [None],
    '--month': ['2015-05'], '--zone': ['Asia/Tokyo'], '--tz': ['America/New_York', 'Nowhere'], '--help': [None],
    '-h': [None], '--data': [], '--home': [], '--width': [], '--plain': [], '--at': [], '--version': [],
}
# Those that choose a form, and those that every command is tried with, and not the lists alone.
DATA_OPTIONS = ('--json', '--jsonl', '--tsv', '--format')
TELLING = ('--quiet', '--verbose', '--no-ids', '--color', '--tz')
# The values of a command's own options.
VALUES = {
    'NAME': 'ada', 'SPAN': '25m', 'TEXT': 'a note', 'FILE|-|LINK': 'ada.json', 'TIME': '20:00', 'DEVICE': 'tablet',
    'URL': 'https://conference.example/schedule.json', 'RULE,...': 'clash', 'bash|zsh|fish': 'bash',
    'FILE': 'ada.json', 'FORMAT': 'markdown',
}
FORMATS = ['ics', 'html', 'markdown', 'csv', 'schedule.xml', 'schedule.json', 'json', 'giggity', 'qr', 'fosdem',
           'eventfahrplan', 'doc']
QUERIES = ['all', 'title', 'Session', 'timing.end = -', 'rating.stars >= 4', 'title ~ the', 'none title',
           'count title limit 5', 'entity:7..9', 'talk or person limit 3', '(title and speakers) limit 2', 'titel',
           'a (', 'timing.end < 2015-05-18']
EVENTS = ['rating', 'rating removed', 'added', "old rating.stars > 3", 'event:1..20', 'entities where added', 'star',
          'created', 'raitng']
# What browse and pick read as numbered lines.
TYPED = '\n1\ns\n3\nr 4\nnote typed\n/the\n?\na\n\nu\nw\np\nq\n'


class Line:
    """A line that konf runs: its words, what it reads from standard input, and what comes before it.

    A step is part of a course: what follows needs it.
    """

    def __init__(self, words, home='a', typed='', variables=None, before=None, is_step=False):
        self.words, self.home, self.typed = [str(word) for word in words], home, typed.encode()
        self.variables, self.before, self.is_step = variables or {}, before, is_step

    def __str__(self):
        text = shlex.join(self.words)
        return text if self.home == 'a' else text + ' (%s)' % self.home

    def prepare(self, folder):
        """Does in a folder what comes before the line."""
        if self.before:
            self.before(folder)


class Facts:
    """The ids and names of a schedule from which arguments are chosen."""

    def __init__(self, file, former, data):
        self.file, self.former = file, former
        self.source = ['--data', file] if file else []
        pages = data(['help', '--json'])
        self.commands = {each['name']: each for each in pages if each['kind'] == 'command'}
        self.topics = [each['name'] for each in pages if each['kind'] == 'topic']
        sessions, talks = (data([*self.source, name, '--json']) for name in ('timeline', 'talks'))
        self.sessions = some([each['id'] for each in sessions])
        self.talks = some([each['id'] for each in talks])
        self.titles = some([each['title'] for each in talks or sessions])
        self.speakers = some([each['name'] for each in data([*self.source, 'speakers', '--json'])])
        self.locations = some([each['name'] for each in data([*self.source, 'locations', '--json'])])
        self.tracks = some([each['name'] for each in data([*self.source, 'tracks', '--json'])])
        self.days = some([each['day'] for each in data([*self.source, 'days', '--json'])])
        middle = sessions[len(sessions) // 2].get('start') if sessions else None
        # Some minutes after a session has started.
        self.now = re.sub(r':\d\d:\d\d.*', ':07', middle) if middle else '2015-05-18T10:30'
        self.targets = self.talks or self.sessions or ['session1Day1']
        self.names = {'track': (self.tracks or ['swift'])[0], 'location': (self.locations or ['hall'])[0],
                      'speaker': (self.speakers or ['lee'])[0]}


def some(values):
    """The first, the middle and the last of different values, in that order."""
    values = [each for each in values if each and not each.startswith('-')]
    return list(dict.fromkeys([values[0], values[len(values) // 2], values[-1]])) if values else []


def misspelled(name):
    """A name with two letters exchanged."""
    return name[:1] + name[2:3] + name[1:2] + name[3:]


def all_lines(facts):
    """All lines about a schedule; help, which no schedule changes, with that of konf alone."""
    at = [*facts.source, '--at', facts.now]
    yield from first_answers(facts, at)
    yield from lookups(facts, at)
    yield from options(facts, at)
    if not facts.file:
        yield from help_pages(facts)
    yield from wrong_lines(facts, at)
    yield from exports(facts, at)
    yield from marks(facts, at)
    yield from exports(facts, at, '--mine')
    yield from saved_schedules(facts)


def forms(words, at):
    """A line in all forms of text and of data."""
    for width in WIDTHS:
        yield Line([*at, *words, '--width', width])
    yield Line([*at, *words, '--plain', '--width', '80'])
    for form in DATA:
        yield Line([*at, *words, *form])


def arguments(facts, name):
    """What a command needs after its name."""
    return {
        'search': ['the'], 'session': (facts.sessions or ['x'])[:1], 'speaker': (facts.speakers or ['x'])[:1],
        'location': (facts.locations or ['x'])[:1], 'star': facts.targets[:1], 'unstar': facts.targets[:1],
        'note': [facts.targets[0], 'a text'], 'hide': facts.targets[:1], 'add': ['Dinner'],
        'rate': [facts.targets[0], '5'], 'sync': ['shared'], 'export': ['--as', 'json'], 'entities': ['all'],
    }.get(name, [])


def first_answers(facts, at):
    """Each command once in each form, on an empty data folder; those that keep something, on one of its own."""
    for name in ['', *facts.commands]:
        typed = TYPED if name in ('browse', 'pick') else ''
        # A line that keeps something changes what the next forms answer, which is the same for both programs.
        # What is saved or compared is no schedule of --data.
        given = at[-2:] if name in ('use', 'diff') else at
        for line in forms([*([name] if name else []), *arguments(facts, name)], given):
            line.home, line.typed = 'first', typed.encode()
            yield line
    for moment in ('2001-01-01', '2040-01-01', '9:00'):
        for name in ['', 'now', 'next', 'agenda']:
            yield Line([*facts.source, '--at', moment, *([name] if name else []), '--width', '80'])


def lookups(facts, at):
    """What there is about chosen sessions, talks, people, places, tracks, days and words."""
    for name, values in (('session', facts.sessions + facts.talks), ('speaker', facts.speakers),
                         ('location', facts.locations)):
        for value in values:
            for form in (['--width', '40'], ['--width', '100', '--long'], ['--json'], ['--plain']):
                yield Line([*at, name, value, *form[:2 if name == 'session' else 3]])
    for title in facts.titles:
        words = sorted(re.findall(r'\w{4,}', title), key=len)[-2:]
        for query in (words, words[:1], [each[:3] for each in words]):
            if query:
                yield Line([*at, 'search', *query, '--width', '80'])
                yield Line([*at, 'search', *query, '--json'])
    for option, values in (('--track', facts.tracks), ('--day', facts.days), ('--location', facts.locations),
                           ('--speaker', facts.speakers)):
        for value in values:
            for name in ('timeline', 'talks', 'now'):
                yield Line([*at, name, option, value, '--width', '80'])
    for width in WIDTHS:
        yield Line([*at, 'timeline', '--grid', '--width', width])
    for query in QUERIES:
        for form in (['--width', '80'], ['--json']):
            yield Line([*at, 'entities', query, *form])


def options(facts, at):
    """Each option of each command once. An option without a value here ends the script: it needs one."""
    for name, command in facts.commands.items():
        typed = TYPED if name in ('browse', 'pick') else ''
        for option in command['options']:
            values = COMMON.get(option['name'])
            if values is None:
                values = [option['value'] and VALUES[option['value']]]
            for value in values:
                given = [option['name']] if value is None else [option['name'] + '=' + value.format(**facts.names)]
                words = [*(at[-2:] if name in ('use', 'diff') else at), name, *arguments(facts, name), *given]
                if option['name'] in DATA_OPTIONS:
                    yield Line(words, home='options', typed=typed)
                elif name in LISTS or option['name'] not in COMMON or option['name'] in TELLING:
                    for form in (['--width', '80'], ['--json']):
                        yield Line([*words, *form], home='options', typed=typed)


def help_pages(facts):
    """Help, manual and completion, which no schedule changes."""
    for name in [*facts.commands, *facts.topics, '', 'nosuch', 'tims']:
        for form in (['--width', '40'], ['--width', '80'], ['--json'], ['--plain'], ['--color', 'always']):
            yield Line(['help', *([name] if name else []), *form])
    for name in facts.commands:
        yield Line(['help', '--man', name])
        yield Line([name, '-h'])
    for words in (['--all'], ['--man'], ['--completion', 'bash'], ['--completion', 'zsh'], ['--completion', 'fish'],
                  ['--completion', 'csh'], ['--all', '--json']):
        yield Line(['help', *words])
    for words in (['--version'], ['-V', '--json'], ['--help'], ['-h']):
        yield Line(words)


def wrong_lines(facts, at):
    """What is unknown, misspelled, missing, or too much; and what a shell completes."""
    targets = [*facts.targets, *facts.speakers, *facts.locations, *facts.titles]
    for name in ('session', 'speaker', 'location', 'rate'):
        for target in [*(misspelled(each) for each in targets), *(each[:4] for each in targets), 'nosuch', 'a', '']:
            yield Line([*at, name, target, *['3'] * (name == 'rate')], home='wrong')
    lines = [
        ['dance'], ['tims'], ['timeline', '--colour'], ['talks', '--json=colour'], ['rate', facts.targets[0], '6'],
        ['rate', facts.targets[0]], ['rate'], ['now', '--width', '3'], ['now', '--tz', 'Nowhere'],
        ['now', 'too', 'much'], ['export', '--as', 'doc'], ['use', 'nosuch'], ['use', 'nosuch.json'],
        ['--data', 'nosuch', 'talks'], ['diff', 'one'], ['sync'], ['sync', 'nosuch/folder'], ['friends', 'add'],
        ['friends', 'dance'], ['agenda', '--with', 'nobody'], ['undo', 'much'], ['add'], ['add', 'x', '--at', 'noon'],
        ['timeline', '--day', 'someday'], ['timeline', '--track', 'nosuch'], ['timeline', '--mine', '--exit-status'],
        ['note', facts.targets[0]], ['star', '--from', 'nosuch'], ['check', 'nosuch'], ['check', '--skip', 'nosuch'],
        ['talks', '--format', '{nosuch}'], ['--at', 'nonsense', 'now'], ['--month', 'May', 'now'],
    ]
    for words in lines:
        for form in ([], ['--json']):
            yield Line([*at, *words, *form] if words[0] != '--at' else words, home='wrong')
    beginnings = ['', 'ra', 'rate ', 'rate s', 'speaker ', 'location ', 'timeline --', 'timeline --day ',
                  'timeline --track ', 'talks --json=', 'export --as ', 'use ', 'help ', 'session "', 'friends ',
                  'entities ', 'log ', 'search t']
    for shell in ('bash', 'zsh', 'fish'):
        for beginning in beginnings:
            typed = ' '.join(['konf', *facts.source, beginning])
            words = ['9', ' \t\n"\'><=;|&(:', typed] if shell == 'bash' else [
                *facts.source, *beginning.split(' ')[:-1], beginning.split(' ')[-1]]
            yield Line(['__complete', shell, *words])


def exports(facts, at, *mine):
    """Every format."""
    for format in FORMATS:
        yield Line([*at, 'export', '--as', format, *mine])
    for words in (['--as', 'ics', '--alarm', '10m'], ['--as', 'html', '--abstracts'], ['--as', 'ics', '--plan'],
                  ['--as', 'markdown', '--abstracts'], ['--as', 'csv', '--tz', 'UTC'], ['--json'],
                  ['--as', 'giggity', '--url', 'https://conference.example/a']):
        yield Line([*at, 'export', *words, *mine])


def checks(facts):
    """What organizers ask."""
    files = [each for each in (facts.file, facts.former) if each]
    for form in (['--width', '40'], ['--width', '80'], ['--json'], ['--plain'], ['--strict']):
        yield Line([*facts.source, 'check', *form])
        yield Line(['check', *files, *form])
    for option in ([], ['--all'], ['--mine']):
        for form in (['--width', '40'], ['--width', '120'], ['--json'], ['--plain']):
            yield Line(['diff', facts.former, files[0], *option, *form])
            yield Line(['diff', files[0], facts.former, *option, *form])


def marks(facts, at):
    """Marks on two devices, and after each what there is to see."""
    one, two, three = (facts.targets * 3)[:3]
    steps = [
        ['star', one], ['star', two, '--maybe', '--note', 'at the back'], ['rate', one, '5', '--comment', 'again'],
        ['rate', two, '2'], ['note', three, 'ask "why"'], ['add', 'Dinner', '--at', facts.now, '--for', '2h'],
        ['add', 'Breakfast', '--at', '08:00', '--location', 'Café'], ['hide', three], ['undo'], ['redo'],
        ['undo'], ['rate', two, '3'], ['star', '--track', facts.names['track']], ['undo'], ['note', three, '--clear'],
        ['unstar', two], ['hide', '--track', facts.names['track']], ['hide', '--track', facts.names['track'], '--clear'],
        ['add', 'Breakfast', '--remove'], ['rate', one, '--clear'], ['redo'], ['undo', '--json'], ['undo'],
        ['star', one, two, three, '--json'],
    ]
    for step in steps:
        yield Line([*at, *step], is_step=True)
        yield Line([*at, 'agenda', '--width', '80'])
    kept = [
        ['log'], ['agenda'], ['agenda', '--fill'], ['plan'], ['plan', '--breaks', '15m'], ['diary'], ['ratings'],
        ['ratings', '--stats'], ['ratings', '--heat'], ['talks', '--mine'], ['talks', '--hidden'], ['now', '--mine'],
        ['timeline', '--mine'], ['doctor'], ['session', one], ['session', two], ['diary', '--missed'], [],
    ]
    for words in kept:
        yield from forms(words, at)
    for format in ('markdown', 'ics', 'json'):
        yield Line([*at, 'diary', '--as', format])
    for query in EVENTS:
        yield Line([*at, 'log', query])
        yield Line([*at, 'log', '--import', query, '--json'])
    for name in ('browse', 'pick'):
        for form in (['--plain'], ['--json']):
            yield Line([*at, name, *form], typed=TYPED)
    yield Line([*at, 'ratings', '--payload'])
    yield Line([*at, 'plan', '--keep'], is_step=True)
    yield from devices(facts, at)
    yield Line([*at, 'ratings', '--merge', 'a', 'b', '--stats'])
    yield Line([*at, 'ratings', '--merge', 'a', 'b', '--json'])
    yield Line([*at, 'ratings', '--merge', 'a', 'b', '--jsonl'])


def devices(facts, at):
    """Two devices that sync, and a friend."""
    one, two, three = (facts.targets * 3)[:3]

    def share(folder):
        os.makedirs(os.path.join(folder, 'shared'), exist_ok=True)

    for words, home in ((['sync', 'shared', '--name', 'phone'], 'a'), (['star', three, '--maybe'], 'b'),
                        (['rate', one, '1', '--comment', 'from b'], 'b'), (['rate', one, '4'], 'a'),
                        (['note', two, 'from b'], 'b'), (['sync', 'shared', '--name', 'tablet'], 'b'),
                        (['sync', 'shared'], 'a'), (['sync', 'shared', '--json'], 'b'), (['unstar', one], 'b'),
                        (['sync', 'shared'], 'b'), (['undo'], 'b'), (['sync', 'shared', '--plain'], 'a'),
                        (['log'], 'a'), (['log', '--json'], 'b'), (['doctor'], 'a'), (['doctor', '--json'], 'b'),
                        (['sync', 'shared', '--forget-device', 'tablet'], 'a'), (['sync', 'shared'], 'a')):
        yield Line([*at, *words], home, before=share, is_step=True)
    # A friend's agenda is their stars, which konf reads again in other forms of the same.
    stars = '[%s]' % ','.join('{"kind":"talk","id":"%s","title":""}' % each for each in (one, two))
    for words in (['friends', 'add', 'ada', '-'], ['friends', 'add', 'bo', '-'], ['friends'], ['friends', '--json'],
                  ['agenda', '--with', 'ada'], ['talks', '--with', 'bo', '--json'], ['plan', '--with', 'ada'],
                  ['friends', 'set', one, 'ada'], ['friends', 'forget', 'ada'], ['friends', '--plain'],
                  ['star', '--from', '-'], ['star', '--from', '-', '--json'], ['undo']):
        yield Line([*at, *words], typed=stars, is_step=True)


def saved_schedules(facts):
    """Schedules that are saved, replaced, and forgotten, and default options in a file."""
    file = facts.file or facts.former

    def configure(folder):
        os.makedirs(os.path.join(folder, '.config/konf'), exist_ok=True)
        with open(os.path.join(folder, '.config/konf/config'), 'w') as target:
            target.write('# defaults\n--width 60\n--no-ids\n--tz UTC\nwalk = A:B 10m\nnonsense\n')

    yield from checks(facts)
    for words in (['use', file, '--name', 'main'], ['use'], ['use', '--json'], ['now'], ['talks', '--json'],
                  ['agenda'], ['use', facts.former, '--name', 'main'], ['diff'], ['agenda'], ['ratings', '--json'],
                  ['use', facts.former, '--name', 'main', '--force'], ['use', 'main', '--previous'], ['agenda', '--json'],
                  ['use', 'main', '--previous', '--json'], ['use', file], ['use', facts.former, '--name', 'other',
                  '--url', 'https://conference.example/b'], ['use'], ['use', 'main'], ['diff', '--json'], ['log'],
                  ['undo'], ['redo'], ['use', 'main', '--forget'], ['use', 'nosuch', '--forget'], ['use', '--json'],
                  ['doctor'], ['doctor', '--json'], ['doctor', '--repair']):
        for home in 'ac':
            yield Line(['--at', facts.now, *words], home, is_step=True)
    for words in (['talks'], ['talks', '--no-config'], ['now', '--verbose'], ['doctor']):
        yield Line([*facts.source, '--at', facts.now, *words], before=configure)
        yield Line([*facts.source, '--at', facts.now, *words], variables={'LANG': 'C', 'COLUMNS': '70', 'TZ': 'Asia/Tokyo'})
