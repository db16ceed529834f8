"""A plain model of what a person did on each device: what a command should do, and what undo should restore."""

UNSURE = object()
# What sync tells, and what use carries over.
TOLD = ('star', 'note', 'rating', 'hidden', 'appointment')
KINDS_CLEARED = {'unstar': 'star', 'note': 'note', 'rate': 'rating', 'hide': 'hidden'}


class Entry:
    """One command that undo is about: a change of marks, or a use."""

    def __init__(self, before, after, said, is_use=False, pair=None):
        self.before, self.after, self.said = before, after, said
        self.is_use, self.pair = is_use, pair
        # The items that sync changed here afterwards. An undo may leave them or refuse.
        self.touched = set()
        # True if the model does not know what an undo of this does, or whether it is one step.
        self.is_loose = False
        # False if a use kept the first schedule, so that nothing was shown before.
        self.has_former = True


class Device:
    def __init__(self, name):
        self.name = name
        self.state = None
        self.fingerprint = None
        self.stacks, self.redos = {}, {}
        # The marks of each conference when it was last shown, until a sync.
        self.known = {}
        # What the person said here last about an item of a conference, and what was undone.
        self.said, self.unsaid = {}, set()
        self.used, self.forgotten = set(), set()
        # True when an older program worked here, or an older copy was put back, or undo went wrong.
        self.is_unsure = False
        self.has_old_files = False

    def stack(self, title=None):
        return self.stacks.setdefault(title or self.state.title, [])

    def redo(self, title=None):
        return self.redos.setdefault(title or self.state.title, [])

    def loosen(self, but=None):
        """What the model does not see may have changed in the other conferences."""
        for entries in [*self.stacks.items(), *self.redos.items()]:
            if entries[0] != but:
                for entry in entries[1]:
                    entry.is_loose = True


def difference(before, after):
    """The items that differ, each with its value now, or None."""
    return {item: after.get(item) for item in {**before, **after} if before.get(item) != after.get(item)}


def changed(marks, items):
    result = dict(marks)
    for item, value in items.items():
        if value is None:
            result.pop(item, None)
        else:
            result[item] = value
    return result


def named(words, schedules, version):
    """The key of the talk that the words of a command name, and whether this version has it."""
    key = schedules.keys.get(words[1]) if len(words) > 1 else None
    return key, version is not None and version.title_of(key) == words[1]


def effect(words, marks, schedules, version):
    """The items that a command of marks should change, with their values; None if the model does not know."""
    command = words[0]
    if command == 'add':
        item = words[1], 'appointment'
        if '--remove' in words:
            return {item: None} if item in marks else {}
        # The appointments of one title are at one time.
        return {item: words[3] + ':00+02:00'} if version else None
    if command == 'star' and words[1] == '--from':
        keys = [version.key_of(id) for id in schedules.lists[words[2]]] if version else []
        return {(key, 'star'): 'yes' for key in keys if key and (key, 'star') not in marks}
    key, is_there = named(words, schedules, version)
    if not is_there:
        return None
    if command == 'star':
        before = marks.get((key, 'star'))
        if '--maybe' in words:
            return {(key, 'star'): 'maybe'}
        if '--note' in words:
            return {(key, 'star'): before or 'yes', (key, 'note'): words[3]}
        return {(key, 'star'): 'yes'}
    if command == 'unstar' or '--clear' in words:
        return {(key, KINDS_CLEARED[command]): None}
    if command == 'note':
        return {(key, 'note'): words[2]}
    if command == 'rate':
        return {(key, 'rating'): (int(words[2]), words[4] if '--comment' in words else None)}
    if command == 'hide':
        return {(key, 'hidden'): True}
    return None


def is_removal(words):
    return words[0] == 'unstar' or '--clear' in words or '--remove' in words or 'forget' in words


def undo_candidates(stack):
    """What an undo may do: (outcome, items, the entry, what is left of the stack).

    The outcome is refuse (status 1, nothing changes), same (status 0, nothing changes) or undo.
    """
    found = []
    for index in range(len(stack) - 1, -1, -1):
        entry, left = stack[index], stack[:index]
        if entry.is_use:
            found.append(('refuse', {}, entry, left))
            if not entry.is_loose:
                return found
            continue
        if entry.before == entry.after:
            found += [('same', {}, entry, left), ('refuse', {}, entry, left)]
            continue
        found.append(('undo', entry.before, entry, left))
        if entry.pair is not None and left and left[-1].pair == entry.pair:
            found.append(('undo', left[-1].before, left[-1], left[:-1] + [entry]))
        if not entry.is_loose and not entry.touched:
            return found
        found += [('refuse', {}, entry, left), ('same', {}, entry, left)]
    found.append(('refuse', {}, None, []))
    return found


def fits(candidate, status, before, after):
    """True if a program did what a candidate says. What sync changed meanwhile may have any value."""
    outcome, items, entry, _ = candidate
    if (before.title, before.version) != (after.title, after.version):
        return False
    if outcome == 'refuse':
        return status == 1 and before.marks == after.marks
    if outcome == 'same':
        return status == 0 and before.marks == after.marks
    differs = difference(changed(before.marks, items), after.marks)
    return status == 0 and set(differs) <= (set(items) if entry.is_loose else entry.touched)
