"""Devices that mark one talk, exchange files and keep versions of a schedule, and what their person did.

The talk is a1 in the first version of the schedule, a2 in the second one, a3 in the third one. A statement is what a
person did: it covers all statements about the same kind of mark that the device knew then. What a device should show
follows from the statements that reached it, whatever entries were written, dropped or carried for them.
"""
from rule import UNDONE, Entry, join, latest

KINDS = 'star', 'hidden'
VERSIONS = 1, 2, 3


class Statement:
    __slots__ = ('bit', 'kind', 'owner', 'form', 'covers', 'value', 'order', 'is_branched')

    def __init__(self, bit, kind, owner, form, covers, value, order, is_branched):
        self.bit, self.kind, self.owner, self.form = bit, kind, owner, form
        self.covers, self.value, self.order, self.is_branched = covers, value, order, is_branched


class File:
    def __init__(self, entries, mask, seen):
        self.entries, self.mask, self.seen = entries, mask, seen


class Log:
    """All that goes back when a log is restored from an older copy."""

    def __init__(self):
        self.by, self.held = {}, set()
        # announced is the counter up to which files may have entries of this device; the log has it before they do.
        self.top, self.announced, self.version, self.mask = 0, 0, 1, 0
        self.steps, self.redos = [], []
        # True if entries since the last file may be there that belong to no step.
        self.is_free = False

    def copy(self):
        other = Log()
        other.by, other.held = {subject: list(entries) for subject, entries in self.by.items()}, set(self.held)
        other.top, other.announced, other.version, other.mask = self.top, self.announced, self.version, self.mask
        other.steps, other.redos, other.is_free = list(self.steps), list(self.redos), self.is_free
        return other

    def add(self, entry):
        self.by.setdefault(entry.subject, []).append(entry)
        self.held.add(entry)
        self.top = max(self.top, entry.counter)

    def remove(self, entry):
        self.by[entry.subject].remove(entry)
        self.held.remove(entry)


class Device:
    def __init__(self, world, owner, name):
        self.world, self.rule, self.owner, self.name = world, world.rule, owner, name
        self.log, self.files, self.told, self.is_branch = Log(), [], [], False

    # What is shown

    def entries(self, subject):
        return self.log.by.get(subject, [])

    def kept(self, subject):
        entries = self.entries(subject)
        return self.rule.kept(entries) if entries else entries

    def held(self, subject):
        kept = self.kept(subject)
        return self.rule.holds(kept) if kept else None

    def keys(self, kind):
        """The subjects of all marks of a kind: a program finds the talk in one way or another."""
        return [subject for subject in self.log.by if subject.startswith(kind)]

    def finds(self, words):
        """True if this version of the schedule has the words, or something calls them so in a version."""
        here = 'a%d' % self.log.version
        if words == here:
            return True
        names = [self.held('name %s@%d' % (words, version)) for version in VERSIONS]
        return any(name and name.value == here for name in names)

    def live(self, kind):
        held = [self.held(key) for key in self.keys(kind)]
        return sorted([each for each in held if each], key=lambda each: each.order)

    def shown(self, kind):
        return latest([each for each in [self.held(key) for key in self.keys(kind)] if each])

    # Writing

    def write(self, subject, form, value=None, names=None, statement=None, time=None):
        entries = self.entries(subject)
        if names is None:
            names = self.rule.names(entries, self.name, form)
        self.log.top += 1
        seen = {}
        if self.world.notes_seen:
            for entry in self.log.held:
                seen[entry.device] = max(entry.counter, seen.get(entry.device, 0))
        entry = Entry(self.name, self.log.top, subject, form, value, names, self.world.clock if time is None else time,
                      statement, self.owner, seen)
        # Two lines with the same bytes are one entry.
        key = entry.order, tuple(sorted(names.items()))
        entry = self.world.entries.setdefault(key, entry)
        self.log.add(entry)
        return entry

    def state(self, kind, form, value=None, covers=None):
        """Notes what the person says; by default it covers all that the device knows."""
        return self.world.state(self, kind, form, value, covers)

    def put(self, kind, value):
        live = self.live(kind)
        own, keys = '%s a%d' % (kind, self.log.version), self.keys(kind)
        # A mark that was removed has its subject again when it is made again.
        key = live[-1].subject if live else own if own in keys or not keys else keys[0]
        if not live and not self.finds(key.split()[1]) and not self.rule.moves_as_pairs:
            self.write('name %s@%d' % (key.split()[1], self.log.version), 'value', 'a%d' % self.log.version)
        statement = self.state(kind, 'value', value)
        lines = [(each.subject, each) for each in live if each.subject != key]
        # What moves to another subject is no opinion of a person.
        form = 'plain' if self.rule.removal == 'plain' else 'withdrawn'
        step = [(subject, before, self.write(subject, form, statement=statement)) for subject, before in lines]
        before = self.held(key)
        entry = self.write(key, 'value', value, statement=statement)
        statement.order = entry.order
        return step + [(key, before, entry)], statement

    def take_away(self, kind):
        live = self.live(kind)
        if not live:
            return [], None
        statement = self.state(kind, 'removed')
        return [(each.subject, each, self.write(each.subject, self.rule.removal, statement=statement))
                for each in live], statement

    def mark(self, kind, value=None):
        step, statement = self.put(kind, value) if value else self.take_away(kind)
        if step:
            self.log.steps.append((kind, value, step, statement))
            self.log.redos = []

    def undo(self):
        if not self.log.steps:
            return
        kind, value, step, statement = self.log.steps[-1]
        if any(self.held(subject) is not (entry if entry.form == 'value' else None) for subject, _, entry in step) \
                or self.shown(kind) is not latest([entry for _, _, entry in step if entry.form == 'value']):
            return
        self.log.steps.pop()
        self.log.redos.append((kind, value))
        announced = self.log.announced
        is_new = all(entry.counter > announced and entry.device == self.name for _, _, entry in step)
        # What no file has needs lines only if an older program reads the log, which then has nothing of others.
        is_seen = any(each.device != self.name or each.counter <= announced
                      for subject, _, _ in step for each in self.entries(subject))
        if is_new and self.rule.voids and is_seen:
            for _, _, entry in step:
                self.log.remove(entry)
            self.log.mask &= ~statement.bit
            return
        self.log.is_free |= not is_new
        stated = self.state(kind, 'undo', covers=statement.bit)
        # A value that another device said meanwhile stays, rather than the one before.
        has_others = any(each.owner != self.owner for subject in self.keys(kind)
                         for each in self.rule.values(self.kept(subject)))
        former = latest([before for _, before, _ in step if before])
        if former and not has_others:
            stated.form, stated.value, stated.covers = 'value', former.value, self.log.mask & ~stated.bit
            stated.order = self.write(former.subject, 'value', former.value, statement=stated).order
            return
        for subject, _, entry in step:
            self.withdraw(subject, entry, stated, 'unsaid' if is_new and not is_seen else 'withdrawn')

    def withdraw(self, subject, entry, stated, form):
        earlier = [each for each in self.entries(subject) if each.device == entry.device
                   and each.counter < entry.counter]
        was_removed = bool(earlier) and latest(earlier).form in ('removed', 'plain')
        names = self.rule.own_names(self.entries(subject), self.name)
        if entry.device != self.name and self.rule.voids:
            names = join(names, {entry.device: entry.counter}, entry.names)
        if was_removed and stated.kind == 'hidden':
            stated.form = 'removed'
        self.write(subject, self.rule.removal if was_removed else form, names=names, statement=stated)

    def redo(self):
        if not self.log.redos:
            return
        kind, value = self.log.redos.pop()
        redos = self.log.redos
        self.mark(kind, value and value + "'")
        self.log.redos = redos

    def use(self, version):
        """Keeps another version: says what each mark that is found is called there."""
        former, self.log.version = self.log.version, version
        if former == version:
            return
        words = 'a%d' % version
        for kind in KINDS:
            self.log.version = former
            live = self.live(kind)
            self.log.version = version
            for entry in live:
                key = entry.subject.split()[1]
                if key != words:
                    self.move(entry, kind, key, words)
        self.log.steps, self.log.redos, self.log.is_free = [], [], True

    def move(self, entry, kind, key, words):
        entries = self.entries(entry.subject)
        is_alone = not self.log.announced and all(each.device == self.name for each in entries)
        if self.rule.moves_as_pairs or is_alone:
            self.write(entry.subject, self.rule.removal if self.rule.moves_as_pairs else 'unsaid')
            again = self.write('%s %s' % (kind, words), 'value', entry.value, statement=entry.statement,
                               time=entry.time)
            entry.statement.order = again.order
        name = 'name %s@%d' % (key, self.log.version)
        if not self.rule.moves_as_pairs and not self.held(name):
            self.write(name, 'value', words)

    # Files

    def compact(self, window):
        """Keeps what is needed, also if the entries since the last file are said to be void; and the last entries."""
        entries = sorted(self.log.held, key=lambda each: each.order)
        start = max(0, len(entries) - window)
        announced = self.log.announced
        kept = set(entries[start:])
        old = {}
        for entry in entries[:start]:
            old.setdefault(entry.subject, []).append(entry)
        for entries_of in old.values():
            kept.update(self.rule.kept(entries_of))
            exported = [each for each in entries_of if each.device != self.name or each.counter <= announced]
            if exported:
                kept.update(self.rule.kept(exported))
        first = entries[start].counter if start < len(entries) else self.log.top + 1
        steps = self.log.steps
        self.log.steps = [step for step in steps if all(entry.counter >= first for _, _, entry in step[2])]
        self.log.is_free |= len(steps) > len(self.log.steps)
        self.log.is_free |= len(kept) < len(self.log.held)
        self.log.held = kept
        self.log.by = {subject: [each for each in entries_of if each in kept]
                       for subject, entries_of in self.log.by.items()}

    def take(self, file):
        """Takes in a file, and returns what is new. An older program skips a file with an entry that names others."""
        news = []
        if not self.rule.reads_names and any(entry.names for entry in file.entries):
            return news
        for entry in file.entries:
            if entry in self.log.held:
                continue
            if entry in self.rule.kept(self.entries(entry.subject) + [entry]):
                self.log.add(entry)
                news.append(entry)
        self.log.mask |= file.mask
        return news

    def has_lost(self, file):
        """True if a file has more of this device than its log ever wrote to one: the log went back."""
        return file.seen.get(self.name, 0) > self.log.announced or any(
            entry.device == self.name and any(each.form == 'unsaid' and each.device == self.name
                                              and each.counter > entry.counter for each in self.entries(entry.subject))
            for entry in file.entries)

    def sync(self, files):
        shown = {kind: self.shown(kind) for kind in KINDS}
        removals = [each for subject in self.log.by for each in self.kept(subject)
                    if each.form == 'removed' and each.statement]
        former = {subject: (latest(self.kept(subject)), self.log.top) for subject in self.log.by}
        is_lost = self.rule.renames and any(self.has_lost(file) for file in files)
        kept = {subject: list(self.kept(subject)) for subject in self.log.by} if is_lost else {}
        news = [entry for file in files for entry in self.take(file)]
        if is_lost:
            self.rename(kept, news, files)
        self.world.has_hidden_branch |= self.is_branch
        if self.rule.tells_loser:
            self.tell(shown, removals, news)
        else:
            self.tell_first(former, news, files)
        announced = self.log.announced
        if any(each.device == self.name and each.counter > announced for each in self.log.held) or not announced:
            self.log.top += 1
            self.log.announced = self.log.top
        self.log.is_free = False
        self.files.append(self.file())

    def file(self):
        entries, seen = [], {self.name: self.log.announced}
        for entries_of in self.log.by.values():
            for entry in entries_of:
                seen[entry.device] = max(entry.counter, seen.get(entry.device, 0))
            if entries_of:
                entries += [each for each in self.rule.kept(entries_of) if each.device != self.name
                            or self.rule.is_exported(each)]
        return File(entries, self.log.mask, seen)

    def rename(self, kept, news, files):
        """Takes a new name, and says again what no file has; of what was said meanwhile, the later one holds."""
        former, self.name = self.name, self.world.new_name()
        known = {entry for file in files for entry in file.entries}
        for subject, entries in kept.items():
            rivals = [each.time for each in news if each.subject == subject]
            for entry in entries:
                if entry.device != former or entry.counter <= self.log.announced or entry in known \
                        or entry.form not in ('value', 'removed'):
                    continue
                if rivals and entry.time < max(rivals):
                    self.told.append((entry.statement, None))
                    continue
                # It knows what it knew, and not what it comes to know now.
                before = [each.counter for each in self.entries(subject) if each.device == former
                          and each.counter < entry.counter and each not in news]
                names = join(entry.names, {former: max(before)} if before else {})
                again = self.write(subject, entry.form, entry.value, names, entry.statement, entry.time)
                if entry.statement and entry.form == 'value':
                    entry.statement.order = again.order
        self.log.announced = 0
        self.log.steps, self.log.redos = [], []
        self.is_branch = False

    # Conflicts

    def tell(self, shown, removals, news):
        """Tells the person of a mark that held here and lost to one that did not know it."""
        for kind in KINDS:
            before, now = shown[kind], self.shown(kind)
            if before and before.owner == self.owner and now is not before:
                kept = self.kept(before.subject)
                if any(each is before for each in kept):
                    winner = now or latest([each for each in kept if each.form == 'removed'])
                    self.told.append((before.statement, winner and winner.statement))
            elif not before and now and now.owner != self.owner:
                mine = latest([each for each in removals if each.owner == self.owner and each.subject.startswith(kind)])
                if mine and mine.subject == now.subject and any(each is mine for each in self.kept(mine.subject)):
                    self.told.append((mine.statement, now.statement))

    def tell_first(self, former, news, files):
        """Tells the first of two devices that reads of the other's entry, as far as counters say."""
        for entry in news:
            mine, top = former.get(entry.subject, (None, 0))
            if not mine or mine.owner != self.owner or entry.owner == self.owner or not mine.statement \
                    or not entry.statement or mine.form in UNDONE or entry.form in UNDONE \
                    or (mine.form, mine.value) == (entry.form, entry.value):
                continue
            if all(file.seen.get(mine.device, 0) < mine.counter for file in files if entry in file.entries):
                self.told.append((mine.statement, entry.statement))


class World:
    """Some devices with one folder, and the statements of their person."""

    def __init__(self, rule, names='ABC', notes_seen=False):
        self.rule, self.notes_seen = rule, notes_seen
        self.statements, self.entries, self.clock, self.names = [], {}, 0, 0
        # True if a device wrote a file after its log went back, and read nothing that says so.
        self.has_hidden_branch = False
        self.devices = [Device(self, owner, name) for owner, name in enumerate(names)]

    def new_name(self):
        self.names += 1
        return 'X%d' % self.names

    def state(self, device, kind, form, value, covers):
        statement = Statement(1 << len(self.statements), kind, device.owner, form,
                              device.log.mask if covers is None else covers, value, None, device.is_branch)
        self.statements.append(statement)
        device.log.mask |= statement.bit
        return statement

    def expected(self, mask, kind):
        """The statement that should hold, and those that no known one covers: values and removals."""
        covered, found = 0, []
        for each in self.statements:
            if each.bit & mask and each.kind == kind:
                covered |= each.covers
                found.append(each)
        live = [each for each in found if not each.bit & covered]
        values = [each for each in live if each.form == 'value']
        removals = [each for each in live if each.form == 'removed']
        return None if kind == 'hidden' and removals else latest(values), values, removals
