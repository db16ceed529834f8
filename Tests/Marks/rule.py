"""The rule of merging: what entries say together, which of them a log and an exchange file need, what a line names.

An entry is about one subject. It is a value, or it removes what its writer knew of the subject:

    value      says a value
    removed    a person removed the value; names all that the writer knew of the subject
    withdrawn  removes the earlier entries of its own device and what it names, and is no opinion, as after an undo
    unsaid     the same of what no file had: no file has it
    plain      a removal of a program before this rule

Its names are counters of other devices. An entry covers all earlier entries of its own device about the subject, and
of each device that it names all up to the counter. A plain removal covers all that precedes it in the order of
(counter, device). The latest value that no entry covers holds. A log needs the entries that none covers, and the
latest plain removal, which nothing drops.

Today is the rule before, Counters is "a star wins" decided by what devices say they have seen, and the others are
the rule with one part left out, each of which check-rule has to find.
"""


# Removals that are no opinion.
UNDONE = 'withdrawn', 'unsaid'


class Entry:
    __slots__ = ('device', 'counter', 'subject', 'form', 'value', 'names', 'time', 'order', 'statement', 'owner',
                 'seen')

    def __init__(self, device, counter, subject, form, value, names, time, statement, owner, seen):
        self.device, self.counter, self.subject, self.form, self.value = device, counter, subject, form, value
        self.names, self.time, self.statement, self.owner, self.seen = names, time, statement, owner, seen
        self.order = counter, device, subject, form, value or '', time

    def __repr__(self):
        names = ''.join(' %s:%d' % each for each in sorted(self.names.items()))
        return '%s:%d %s %s%s' % (self.device, self.counter, self.subject, self.value or self.form, names)


def latest(entries):
    return max(entries, key=lambda each: each.order, default=None)


def join(*all_names):
    """For each device the greatest counter of all."""
    result = {}
    for names in all_names:
        for device, counter in names.items():
            if counter > result.get(device, 0):
                result[device] = counter
    return result


class Rule:
    removal = 'removed'
    # A log that has met no other keeps the marks as an older program does: a removal, and the value again.
    # Afterwards a mark keeps its subject, and a line of its own says what that is called in a version.
    moves_as_pairs = False
    # Undo of what no other has read and what covers an entry of another: the step counts as never said.
    voids = True
    # A device whose log went back takes a new name.
    renames = True
    tells_loser = True
    reads_names = True

    def kept(self, entries):
        """The entries about one subject that a log or a file needs."""
        if len(entries) == 1:
            return entries
        last, named, floor = {}, {}, None
        for entry in entries:
            if entry.counter > last.get(entry.device, 0):
                last[entry.device] = entry.counter
            if entry.names:
                named = join(named, entry.names)
            if entry.form == 'plain' and (floor is None or floor.order < entry.order):
                floor = entry
        return [entry for entry in entries if entry is floor or
                entry.counter == last[entry.device] and named.get(entry.device, 0) < entry.counter
                and (floor is None or entry.order > floor.order)]

    def values(self, kept):
        return [entry for entry in kept if entry.form == 'value']

    def holds(self, kept):
        """The entry that holds of those kept about one subject, or None. Hidden loses to visible."""
        if kept and kept[0].subject.startswith('hidden') and any(entry.form == 'removed' for entry in kept):
            return None
        return latest(self.values(kept))

    def names(self, entries, device, form):
        """What an entry names that knows all of these about its subject."""
        found = join(*[entry.names for entry in entries], {})
        for entry in entries:
            if entry.counter > found.get(entry.device, 0):
                found[entry.device] = entry.counter
        found.pop(device, None)
        return found

    def own_names(self, entries, device):
        """What a withdrawal names: what its own device had covered stays covered, and nothing else is."""
        found = join(*[entry.names for entry in entries if entry.device == device], {})
        found.pop(device, None)
        return found

    def is_exported(self, entry):
        return entry.form != 'unsaid'


class Today(Rule):
    removal, moves_as_pairs, voids, renames, tells_loser = 'plain', True, False, False, False

    def kept(self, entries):
        last = latest(entries)
        if last.form not in UNDONE:
            return [last]
        withdrawn = {}
        for entry in entries:
            if entry.form in UNDONE and entry.counter > withdrawn.get(entry.device, entry).counter - 1:
                withdrawn[entry.device] = entry
        rest = latest([entry for entry in entries if entry.form not in UNDONE
                       and (entry.device not in withdrawn or withdrawn[entry.device].order < entry.order)])
        return ([rest] if rest else []) + list(withdrawn.values())

    def holds(self, kept):
        last = latest([entry for entry in kept if entry.form not in UNDONE])
        return last if last and last.form == 'value' else None

    def names(self, entries, device, form):
        return {}

    def own_names(self, entries, device):
        return {}


class Counters(Today):
    """Of two entries, a value wins over a removal by a device that had not seen it, else the later one wins."""

    def kept(self, entries):
        held = entries[0]
        for entry in entries[1:]:
            first, second = sorted([held, entry], key=lambda each: each.order)
            is_unseen = (first.form == 'value' and second.form != 'value'
                         and second.device != first.device and second.seen.get(first.device, 0) < first.counter)
            held = first if is_unseen else second
        return [held]

    def holds(self, kept):
        return kept[0] if kept and kept[0].form == 'value' else None


class Older(Today):
    """A program before this rule in a folder of newer ones."""
    reads_names = False


class NoInheritance(Rule):
    def names(self, entries, device, form):
        found = {}
        for entry in self.values(entries):
            found[entry.device] = max(entry.counter, found.get(entry.device, 0))
        found.pop(device, None)
        return found


class NoRemovals(Rule):
    def kept(self, entries):
        return self.values(super().kept(entries))


class NamelessValues(Rule):
    """A value covers nothing of other devices, so a conflict cannot be told from an edit."""

    def names(self, entries, device, form):
        return {} if form == 'value' else super().names(entries, device, form)


class PlainRemovals(Rule):
    removal = 'plain'


class WideWithdrawals(Rule):
    def own_names(self, entries, device):
        return self.names(entries, device, 'withdrawn')


class ForgetfulWithdrawals(Rule):
    def own_names(self, entries, device):
        return {}


class NoVoids(Rule):
    voids = False


class Pairs(Rule):
    moves_as_pairs = True


class SameName(Rule):
    renames = False


class AllExported(Rule):
    def is_exported(self, entry):
        return True


RULES = {each.__name__: each for each in [Rule, Today, Counters]}
WITHOUT = {each.__name__: each for each in [
    NoInheritance, NoRemovals, NamelessValues, PlainRemovals, WideWithdrawals, ForgetfulWithdrawals, NoVoids, Pairs,
    SameName, AllExported]}
