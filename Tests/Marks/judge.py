"""Plays a script and judges each answer by what was before, by what is after, and by the model."""
import collections
import json
import os
import shlex

from meetings import MeetingJudge
from model import Device, Entry, UNSURE, changed, difference, effect, fits, is_removal, named, undo_candidates
from player import Answer, Player, SLOW, State, konflog
from scripts import commands
from uses import UseJudge

Failure = collections.namedtuple('Failure', 'kind line detail')
MARKS = {'star', 'unstar', 'note', 'rate', 'hide', 'add', 'friends'}


class Stop(Exception):
    """The data folder is in a state that the model knows nothing about."""


class Judge(MeetingJudge, UseJudge):
    def __init__(self, programs, lines, folder):
        self.player = Player(programs, folder)
        self.lines, self.line = lines, ''
        self.failures = []
        self.devices = {}
        # Items that a device removed or undid at some time.
        self.removed = set()
        # The devices in the order of their syncs since the last other change.
        self.syncs = []
        self.rates = any(' rate ' in line for line in lines)
        self.befriends = any(' friends ' in line for line in lines)
        self.has_lost_words = self.has_twins = False

    def play(self):
        try:
            for self.line in self.lines:
                found = commands(self.line)
                if any('--previous' in words for _, _, words in found) and not self.player.programs.knows_previous:
                    continue
                if found:
                    self._step(found)
                elif self.line.startswith('# ') and self.line.endswith(' agree'):
                    self._agree(self.line.split()[1:-1])
                else:
                    self._prepare(shlex.split(self.line))
        except Stop:
            pass
        return self.failures

    def fail(self, kind, detail=''):
        if kind not in [each.kind for each in self.failures]:
            self.failures.append(Failure(kind, self.line, str(detail)[:1200]))

    def _prepare(self, words):
        is_other = self.player.prepare(words)
        if words[0] != 'cp' or not is_other:
            return
        device = self.devices.get(words[2].split('/')[0])
        if device:
            device.state = device.fingerprint = None
            device.has_old_files = True
            device.is_unsure = True
            if words[1].endswith('ratings.log'):
                device.said = {name: UNSURE for name in device.said}
                self.has_lost_words = True
        self.syncs = []

    # One line

    def _step(self, found):
        home = found[0][1]
        device = self.devices.setdefault(home, Device(home))
        before = device.state
        if not before:
            # A new folder is not read, since nearly every script begins with use.
            is_new = found[0][2][0] == 'use' and not device.has_old_files
            before = device.state = State(None, None, {}) if is_new else self._observe(device)
        answers = self.player.run(found)
        for answer, (program, _, _) in zip(answers, found):
            if program == 'konf-old' and answer.status >= 65:
                # What is wrong with the older program is not told.
                raise Stop
            self._common(device, answer, len(found) > 1)
        after = self._observe(device)
        device.state = after
        if found[0][2][0] != 'sync' or len(found) > 1:
            if before != after or found[0][2][0] in MARKS | {'undo', 'redo', 'use'}:
                self.syncs = []
        if any(program == 'konf-old' for program, _, _ in found):
            device.is_unsure = True
            device.used.update(set(found[0][2]) & set(self.player.schedules.files if self.player.schedules else []))
            self._adopt(device, before, after)
        elif len(found) > 1:
            self._together(device, before, after, answers)
        else:
            self._judge(device, before, after, answers[0])
        device.known[after.title] = after.marks

    def _judge(self, device, before, after, answer):
        command = answer.words[0]
        if command in MARKS and answer.words not in (['friends'], ['friends', '--json']):
            self._mark(device, before, after, answer)
        elif command == 'undo':
            self._undo(device, before, after, answer)
        elif command == 'redo':
            self._redo(device, before, after, answer)
        elif command == 'use' and len(answer.words) > 1:
            self._use(device, before, after, answer)
        elif command == 'sync':
            self._sync(device, before, after, answer)
        else:
            if before != after:
                self.fail(command + ' changes something', (before, after))
                self._adopt(device, before, after)
            if answer.status != 0:
                self.fail('%s ends with %d' % (command, answer.status), answer)
            elif answer.words == ['agenda', '--json']:
                self._agenda(after, answer)

    def _agenda(self, state, answer):
        """The agenda has each star and each appointment, and nothing else."""
        shown = {(self.player.key(record['title']), 'appointment' if record['kind'] == 'appointment' else 'star')
                 for record in json.loads(answer.out) if record['kind'] != 'free'}
        meant = {item for item in state.marks if item[1] in ('star', 'appointment')}
        # It lists every cancelled talk that has a mark.
        others = {(key, 'star') for key, kind in state.marks if kind in ('note', 'hidden')}
        if meant - shown or shown - meant - others:
            self.fail('agenda does not show what is starred', (shown ^ meant, answer, state))

    def _common(self, device, answer, is_together=False):
        """What holds for every command: no crash, no fault, no complaint about whole data, no long wait."""
        command = answer.words[0]
        if answer.status < 0 or answer.status == 70 or answer.status > 127:
            self.fail('%s crashes' % command, answer)
            raise Stop
        if answer.seconds > SLOW:
            self.fail('%s takes more than %d s' % (command, SLOW), answer)
        if answer.status < 65 or answer.status == 75 and is_together:
            return
        if command == 'use' and answer.status == 66 and not self._keeps(device, answer.words[1]):
            return
        is_meant = answer.status in (65, 74) and device.has_old_files and self._lacks_copy(device)
        if not is_meant:
            self.fail('%s ends with %d' % (command, answer.status), answer)
        raise Stop

    def _keeps(self, device, name):
        listed = self.player.run([('konf', device.name, ['use', '--json'])])[0]
        return listed.status != 0 or '"name":"%s"' % name in listed.out

    def _lacks_copy(self, device):
        """True if the copy of a schedule that the log names is not in the data folder."""
        last = {}
        for row in konflog.rows(self.player.path(device.name, 'ratings.log')):
            if row[5] == 'schedule':
                # This version, and the one before it.
                last[row[6]] = [row[9].split(' ')[0], row[10]]
        return any(copy and not os.path.exists(self.player.path(
            device.name, 'schedules', '%s-%s.schedule' % (name, copy))) for name in last for copy in last[name])

    def _observe(self, device):
        fingerprint = self.player.fingerprint(device.name)
        if device.state and fingerprint == device.fingerprint:
            return device.state
        device.fingerprint = fingerprint
        state = self.player.read(device.name, self.rates, self.befriends)
        if isinstance(state, Answer):
            if state.status < 65:
                self.fail('%s ends with %d' % (state.words[0], state.status), state)
                raise Stop
            command = commands(self.line)[0][2][0]
            self._common(device, state._replace(words=['after %s, %s' % (command, state.words[0])]))
        twice = [item for item in state.marks if item[0].endswith(' twice')]
        if twice:
            self.fail('a talk is listed twice, each time with a mark', (twice, state))
            self.has_twins = True
        return state._replace(marks={item: value for item, value in state.marks.items() if item not in twice})

    def _version(self, state):
        return self.player.schedules.version(state.title, state.version) if self.player.schedules else None

    # What was said

    def _say(self, device, title, items, is_undone=False):
        for item, value in items.items():
            device.said[title, item] = value
            if value is None:
                self.removed.add((title, item))

    def _adopt(self, device, before, after):
        """Takes what is now as given, after something that the model does not know."""
        if before.title != after.title:
            return
        for item in difference(before.marks, after.marks):
            device.said[after.title, item] = UNSURE
            self.removed.add((after.title, item))

    # Marks

    def _expected(self, before, words):
        schedules = self.player.schedules
        if words[0] == 'friends' or not schedules:
            return None
        return effect(words, before.marks, schedules, self._version(before))

    def _mark(self, device, before, after, answer):
        words = answer.words
        items = self._expected(before, words)
        found = difference(before.marks, after.marks)
        if (before.title, before.version) != (after.title, after.version) and before.title:
            self.fail('%s changes what is shown' % words[0], (before, after))
            self._adopt(device, before, after)
            return
        if items is None:
            # The talk is not in this version, or the command is about friends.
            key, _ = named(words, self.player.schedules, None) if self.player.schedules else (None, False)
            if any(item[0] != key and not item[1].startswith('friend') and words[0] != 'add' for item in found):
                self.fail('%s changes the marks of another talk' % words[0], found)
        elif difference(changed(before.marks, items), after.marks):
            kind = 'changes other marks than it should' if answer.status == 0 else 'fails on a talk that is there'
            if not (words[0] == 'add' and answer.status == 1 and not found):
                self.fail('%s %s' % (words[0], kind), (answer, found))
        elif answer.status != 0 and not is_removal(words) and '--from' not in words:
            self.fail('%s ends with %d though it did what it should' % (words[0], answer.status), answer)
        self._keep(device, before, found, words)

    def _keep(self, device, before, found, words, pair=None):
        """Adds a change of marks to the undo steps of a device."""
        title = device.state.title
        entry = Entry({item: before.marks.get(item) for item in found}, found,
                      {item: device.said.get((title, item), self) for item in found}, pair=pair)
        device.stack().append(entry)
        if found:
            device.redo().clear()
        else:
            for each in device.redo():
                each.is_loose = True
        self._say(device, title, found)
        if is_removal(words) and self.player.schedules:
            # The person said no, even if nothing was there.
            key, _ = named(words, self.player.schedules, None)
            for kind in ['star', 'note', 'rating', 'hidden', 'appointment']:
                self.removed.add((title, (key or words[1], kind)))
                if (title, (key or words[1], kind)) not in device.said:
                    device.said[title, (key or words[1], kind)] = UNSURE

    def _together(self, device, before, after, answers):
        marks = [each for each in answers if each.words[0] in MARKS and each.status == 0]
        expected = before.marks
        has_synced = any(each.words[0] == 'sync' for each in answers)
        parts = []
        for answer in marks:
            items = self._expected(before, answer.words)
            if items is None:
                self._adopt(device, before, after)
                device.is_unsure = True
                return
            parts.append((answer, items))
            expected = changed(expected, items)
        found = difference(before.marks, after.marks)
        meant = {item for _, items in parts for item in items}
        is_one = len(meant) < sum(len(items) for _, items in parts)
        wrong = {item for item in difference(expected, after.marks) if item in meant or not has_synced}
        if wrong and not is_one:
            self.fail('of two commands at once one has no effect', (before, after, answers))
        if is_one or wrong or has_synced:
            self._adopt(device, before, after)
            device.is_unsure = True
            if has_synced:
                device.known.clear()
            return
        for answer, items in parts:
            self._keep(device, before, {item: value for item, value in items.items() if item in found},
                       answer.words, pair=self.line)

    # Undo and redo

    def _undo(self, device, before, after, answer):
        if device.is_unsure:
            return self._adopt(device, before, after)
        stack = device.stack(before.title)
        candidates = undo_candidates(stack)
        for candidate in candidates:
            if fits(candidate, answer.status, before, after):
                self._take_back(device, candidate, answer, after)
                return
        self._misfit(device, stack, before, after, answer)

    def _take_back(self, device, candidate, answer, after):
        outcome, _, entry, left = candidate
        if entry and entry.is_use:
            if not entry.is_loose and entry.has_former and 'konf use' not in answer.out + answer.err:
                self.fail('undo after a use does not name what brings the schedule back', answer)
        elif entry and outcome == 'undo':
            device.redo().append(entry)
            for item in entry.before:
                name = device.state.title, item
                self.removed.add(name)
                device.unsaid.add(name)
                former = entry.said[item]
                if former is self:
                    device.said.pop(name, None)
                else:
                    device.said[name] = former
        for each in left:
            # Only the first undo after a use is bound to tell of it.
            each.is_loose = each.is_loose or each.is_use
        device.stacks[after.title] = left

    def _misfit(self, device, stack, before, after, answer):
        top = stack[-1] if stack else None
        is_shown = (before.title, before.version) != (after.title, after.version)
        if is_shown and answer.status == 0:
            self.fail('undo shows a forgotten schedule' if after.title in device.forgotten else
                      'undo takes away the only schedule' if after.title == 'UIKonf 2015' else
                      'undo shows another version' if before.title == after.title else
                      'undo shows another conference', (answer, before, after))
            if top and top.is_use:
                stack.pop()
            device.is_unsure = not (top and top.is_use)
            device.redo().clear()
            device.loosen()
            # The marks of a version that undo brings back.
            if before.title == after.title and difference(before.marks, after.marks):
                self._adopt(device, before, after)
            return
        if before != after and answer.status != 0:
            kind = 'undo ends with 1 and changes something'
        elif before != after:
            kind = 'undo does not restore what was before the last change'
            if top and top.is_use:
                kind = 'undo after a use goes on to an older change at once'
        elif answer.status == 0:
            kind = 'undo says that it undid a use, and the same version is shown' if top and top.is_use else \
                'undo ends with 0 and changes nothing'
        else:
            kind = 'undo refuses though a change of marks is left'
        self.fail(kind, (answer, before, after, [vars(each) for each in stack[-3:]]))
        device.is_unsure = True
        self._adopt(device, before, after)

    def _redo(self, device, before, after, answer):
        if device.is_unsure:
            return self._adopt(device, before, after)
        stack = device.redo(before.title)
        entry = stack[-1] if stack else None
        if before == after and answer.status == 1:
            if entry and not entry.is_loose and not entry.touched and entry.after != entry.before:
                self.fail('redo refuses what undo took back', answer)
            return
        if entry and (fits(('undo', entry.after, entry, []), answer.status, before, after)):
            stack.pop()
            device.stack().append(entry)
            self._say(device, after.title, entry.after)
            return
        if before == after and answer.status == 0 and (not entry or entry.is_loose or entry.touched):
            if not entry:
                self.fail('redo ends with 0 and changes nothing', answer)
        elif not (entry and entry.is_loose):
            self.fail('redo changes which schedule or version is shown'
                      if (before.title, before.version) != (after.title, after.version) else
                      'redo makes something else than what undo took back', (answer, before, after))
        device.is_unsure = True
        self._adopt(device, before, after)
