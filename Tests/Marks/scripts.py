"""Random scripts: lines of a shell, each a command of konf on one of the data folders a, b and c.

    check-marks --write 17                          writes the schedules of number 17 into this folder
    konf --home a star 'Foggy Harbour'
    konf-old --home a undo                          the same by the program of --old
    konf --home a undo & konf --home a redo; wait   two at once
    cp -R a kept1                                   an older copy to be put back later
    export CLOCK=1789000000                         seconds since 1970, for Tests/Durability/interposed.c
    # a b c agree                                   where check-marks compares the folders
"""
import random
import shlex

from schedules import Schedules

APPOINTMENTS = [('Lunch', 12), ('Supper', 19), ('Coffee', 15)]
WEIGHTS = {'star': 10, 'unstar': 4, 'note': 4, 'rate': 4, 'clear': 3, 'hide': 2, 'add': 3, 'from': 2, 'undo': 9,
           'redo': 4, 'newer': 7, 'older': 2, 'force': 3, 'other': 3, 'name': 3, 'forget': 2, 'previous': 3,
           'sync': 11, 'friends': 1, 'together': 2, 'clock': 1, 'putback': 2, 'look': 2}


class Shown:
    """What a device probably shows, so that most commands name a talk that is there."""

    def __init__(self):
        self.current, self.kept = None, {}

    def use(self, name, file):
        self.kept[name] = file
        self.current = name


class ScriptMaker:
    def __init__(self, seed, with_old):
        self.random = random.Random('script %d' % seed)
        self.number = self.random.randrange(40)
        self.schedules = Schedules(self.number)
        self.names = 'abc'[:self.random.choice([1, 1, 2, 2, 3])]
        self.shown = {name: Shown() for name in self.names}
        self.lines = ['check-marks --write %d' % self.number]
        self.copies = []
        self.old = self.random.choice(self.names) if with_old and self.random.random() < 0.3 else None
        self.others = [name for name in self.schedules.files if name[0] != 'm']

    def make(self):
        if len(self.names) > 1:
            self.lines.append('mkdir sync')
        for name, version in zip(self.names, self.random.sample([1, 1, 2, 3], 3)):
            self.use(name, self.schedules.main(version))
        kinds = [kind for kind in WEIGHTS if len(self.names) > 1 or kind != 'sync']
        for _ in range(self.random.randint(3, 13)):
            kind = self.random.choices(kinds, [WEIGHTS[each] for each in kinds])[0]
            getattr(self, '_' + kind)(self.random.choice(self.names))
        if len(self.names) > 1 and self.random.random() < 0.85:
            for name in self.names:
                self.konf(name, 'use', self.schedules.main(3), '--force')
            for name in self.names * 2:
                self._sync(name)
            self.lines.append('# %s agree' % ' '.join(self.names))
        elif self.random.random() < 0.5:
            for _ in range(3):
                self.konf(self.names[0], 'undo')
        for words in [['agenda', '--json'], ['log', '--json'], ['doctor']]:
            self.konf(self.random.choice(self.names), *words)
        return self.lines

    def words(self, name, *words):
        program = 'konf-old' if name == self.old and self.random.random() < 0.4 else 'konf'
        return '%s --home %s %s' % (program, name, ' '.join(shlex.quote(each) for each in words))

    def konf(self, name, *words):
        self.lines.append(self.words(name, *words))

    def use(self, name, file, *options):
        self.konf(name, 'use', file, *options)
        self.shown[name].use(self.schedules.files[file].acronym, file)

    def title(self, name):
        """A title of the version that is shown, or now and then of any."""
        shown = self.shown[name]
        file = shown.kept.get(shown.current)
        if not file or self.random.random() < 0.05:
            file = self.random.choice(list(self.schedules.files))
        # Few talks have most of the marks, so that devices meet at the same ones.
        talks = self.schedules.files[file].talks
        return self.random.choice(talks[:3] if self.random.random() < 0.6 else talks).title

    def mark(self, name):
        return self.random.choice([
            lambda: ['star', self.title(name)], lambda: ['star', self.title(name), '--maybe'],
            lambda: ['note', self.title(name), self.text()],
            lambda: ['rate', self.title(name), str(self.random.randint(1, 5))]])()

    def text(self):
        return self.random.choice(['ask about it', 'bring the cable', 'front row'])

    def _star(self, name):
        options = self.random.choice([[], [], [], ['--maybe'], ['--note', self.text()]])
        self.konf(name, 'star', self.title(name), *options)

    def _unstar(self, name):
        self.konf(name, 'unstar', self.title(name))

    def _note(self, name):
        self.konf(name, 'note', self.title(name), self.text())

    def _rate(self, name):
        options = self.random.choice([[], [], ['--comment', self.text()]])
        self.konf(name, 'rate', self.title(name), str(self.random.randint(1, 5)), *options)

    def _clear(self, name):
        self.konf(name, self.random.choice(['note', 'rate', 'hide']), self.title(name), '--clear')

    def _hide(self, name):
        self.konf(name, 'hide', self.title(name))

    def _add(self, name):
        title, hour = self.random.choice(APPOINTMENTS)
        if self.random.random() < 0.3:
            self.konf(name, 'add', title, '--remove')
        else:
            self.konf(name, 'add', title, '--at', '2026-09-11T%d:00' % hour, '--for', '1h')

    def _from(self, name):
        self.konf(name, 'star', '--from', self.random.choice(list(self.schedules.lists)))

    def _undo(self, name):
        for _ in range(self.random.choice([1, 1, 1, 2, 2, 3])):
            self.konf(name, 'undo')

    def _redo(self, name):
        self.konf(name, 'redo')

    def number_of(self, name):
        file = self.shown[name].kept.get('mm', 'm0')
        return int(file[1])

    def _newer(self, name):
        self.use(name, self.schedules.main(min(3, self.number_of(name) + self.random.choice([1, 1, 2]))))

    def _older(self, name):
        # It is refused, unless the device has forgotten the conference.
        self.konf(name, 'use', self.schedules.main(max(1, self.number_of(name) - 1)))

    def _force(self, name):
        self.use(name, self.schedules.main(self.random.choice([1, 2])), '--force')

    def _other(self, name):
        self.use(name, self.random.choice(self.others))

    def _name(self, name):
        kept = list(self.shown[name].kept) or ['mm']
        self.shown[name].current = self.random.choice(kept)
        self.konf(name, 'use', self.shown[name].current)

    def _forget(self, name):
        shown = self.shown[name]
        forgotten = self.random.choice(list(shown.kept) or ['mm'])
        shown.kept.pop(forgotten, None)
        self.konf(name, 'use', forgotten, '--forget')
        if shown.current == forgotten:
            shown.current = None
            if shown.kept and self.random.random() < 0.7:
                self._name(name)

    def _previous(self, name):
        self.konf(name, 'use', self.shown[name].current or 'mm', '--previous')

    def _sync(self, name):
        self.konf(name, 'sync', 'sync', *self.random.choice([[], [], ['--json']]))

    def _friends(self, name):
        self.konf(name, 'friends', *self.random.choice(
            [['add', 'bo', 'l1.txt'], ['add', 'cy', 'l2.txt'], ['forget', 'bo']]))

    def _together(self, name):
        pair = [self.mark(name), self.mark(name)]
        if len(self.names) > 1 and self.random.random() < 0.3:
            pair[1] = ['sync', 'sync']
        if pair[0] != pair[1]:
            self.lines.append(' & '.join(self.words(name, *each) for each in pair) + '; wait')

    def _clock(self, name):
        self.lines.append('export CLOCK=%d' % (1789000000 + self.random.choice([-86400 * 400, -3600, 7200])))

    def _putback(self, name):
        """An older copy is kept, and put back a few steps later."""
        copy = 'kept%d' % len(self.copies)
        self.copies.append(copy)
        source = self.random.choice([name, name, 'sync'] if len(self.names) > 1 else [name])
        self.lines.append('cp -R %s %s' % (source, copy))
        if source == name and len(self.names) > 1 and self.random.random() < 0.4:
            # What the folder forgets is on another device, and then something else is said of the same talk.
            title = self.title(name)
            self._star(name)
            self.konf(name, 'note', title, self.text())
            self._sync(name)
            self.lines.append('cp %s/ratings.log %s' % (copy, name))
            return self.konf(name, 'note', title, self.text())
        for _ in range(self.random.randint(1, 3)):
            kind = self.random.choice(['star', 'note', 'newer', 'undo', 'sync'])
            if kind != 'sync' or len(self.names) > 1:
                getattr(self, '_' + kind)(name)
        if source == 'sync':
            self.lines.append('cp %s/*%s sync' % (copy, self.random.choice(['a.log', 'b.log', '.log'])))
        else:
            self.lines.append(self.random.choice([
                'cp %s/ratings.log %s' % (copy, name), 'cp %s/device %s' % (copy, name),
                'cp %s/schedules/* %s/schedules' % (copy, name)]))

    def _look(self, name):
        self.konf(name, *self.random.choice(
            [['agenda'], ['log', '--json'], ['doctor'], ['diary'], ['talks', '--hidden'], ['ratings'], ['use'],
             ['now'], ['friends', '--json'], ['agenda', '--json']]))


def make(seed, with_old=False):
    return ScriptMaker(seed, with_old).make()


def commands(line):
    """The commands of konf that a line runs at once: (program, home, words) each."""
    if not line.startswith('konf'):
        return []
    found = []
    for part in line.removesuffix('; wait').split(' & '):
        words = shlex.split(part)
        found.append((words[0], words[2], words[3:]))
    return found
