"""Judges konf sync: what it did, what it says that it did, and what all devices agree on in the end."""
import collections
import shlex
import shutil

from answers import sync_answer
from model import TOLD, UNSURE, difference
from player import Answer


class MeetingJudge:
    """What a Judge knows about several devices."""

    def _sync(self, device, before, after, answer):
        title = after.title
        self.syncs.append(device.name)
        if answer.status != 0:
            self.fail('sync ends with %d' % answer.status, answer)
        if (before.title, before.version) != (after.title, after.version) and before.title:
            self.fail('sync changes what is shown', (answer, before, after))
            return
        found = {item: value for item, value in difference(before.marks, after.marks).items() if item[1] in TOLD}
        removed = [item for item, value in found.items() if value is None]
        lost = [item for item in removed if (title, item) not in self.removed]
        if lost:
            self.fail('sync removes a mark that nobody removed' + self._more(), (lost, answer, before, after))
        for entries in [device.stack(title), device.redo(title)]:
            for entry in entries:
                entry.touched.update(item for item in found if item in entry.before)
        device.loosen(but=title)
        device.known.clear()
        if before.title is not None and answer.status == 0 and not (device.has_old_files or self.has_twins):
            self._compare(device, before, after, answer, found, removed)

    def _compare(self, device, before, after, answer, found, removed):
        """Compares the answer of a sync with the difference that it made."""
        said = sync_answer(answer.out, '--json' in answer.words, after.title)
        titles = {item: self._titles(item[0]) for item in found}
        for item in removed:
            if not any(title in said.removed for title in titles[item]):
                self.fail('sync does not name a removed %s' % item[1], (answer, before, after))
        if said.named is not None:
            named = {(self.player.key(title), kind) for title, kind in said.named if kind in TOLD}
            if named - set(found):
                self.fail('sync --json lists marks that did not change here',
                          (named - set(found), answer, before, after))
            if set(found) - named:
                self.fail('sync --json does not list what changed here', (set(found) - named, answer, before, after))
        elif self._is_alone(after.title):
            is_told = not any(event == 'any' for _, event in said.counts)
            counts = collections.Counter((item[1], self._event(item, before, after) if is_told else 'any')
                                         for item in found)
            if counts - said.counts:
                self.fail('sync counts fewer changes than it made', (counts, said, answer, before, after))
            if said.counts - counts:
                self.fail('sync counts changes that it did not make', (counts, said, answer, before, after))
        for command in said.commands:
            self._bring_back(device, command, before, found, answer)

    @staticmethod
    def _event(item, before, after):
        return 'added' if item not in before.marks else 'changed' if item in after.marks else 'removed'

    def _titles(self, key):
        """What a talk is called in some version; an appointment is its own key."""
        return [title for title, each in self.player.schedules.keys.items() if each == key] or [key]

    def _is_alone(self, title):
        """True if no device has marks of another conference, which a text would count, too."""
        return all(each[0] == title for device in self.devices.values() for each in device.said)

    def _bring_back(self, device, command, before, found, answer):
        """A command that is said to bring something back does so, in a copy of the data folder."""
        copy = self.player.path('copy')
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.player.path(device.name), copy)
        words = shlex.split(command)[1:]
        # The command repeats the data folder of the device.
        if '--home' in words:
            place = words.index('--home')
            del words[place:place + 2]
        done = self.player.run([('konf', 'copy', words)])[0]
        state = self.player.read('copy', self.rates, self.befriends)
        if done.status != 0 or isinstance(state, Answer):
            self.fail('a command that sync prints fails', (command, done, answer))
        elif not any(state.marks.get(item) == before.marks.get(item, UNSURE) for item in found):
            self.fail('a command that sync prints does not bring the mark back', (command, done, answer, state))

    def _agree(self, names):
        """All devices that show one version have the same marks after each has synced twice."""
        if set(names) - set(self.devices) or not self._have_all_synced(names):
            return
        states = {name: self.devices[name].state for name in names}
        first = states[names[0]]
        if any((each.title, each.version) != (first.title, first.version) for each in states.values()):
            return
        for name in names[1:]:
            found = {item for item in difference(first.marks, states[name].marks) if item[1] in TOLD}
            for item in sorted(found):
                self.fail('the devices disagree about a %s%s' % (item[1], self._more()), (item, states))
        for item in {item for device in self.devices.values() for title, item in device.said if title == first.title}:
            if item[1] in TOLD:
                self._keeps_all(first.title, item, names, states)

    def _keeps_all(self, title, item, names, states):
        """What nobody took back is everywhere."""
        said = {name: device.said[title, item] for name, device in self.devices.items()
                if (title, item) in device.said}
        values = list(said.values())
        if UNSURE in values or None in values:
            return
        undone = any((title, item) in device.unsaid for name, device in self.devices.items() if name not in said)
        for name in names:
            value = states[name].marks.get(item)
            if value is None:
                self.fail(('an undo removes the %s of another device' if undone else
                           'a %s that nobody removed is lost') % item[1] + self._more(), (item, said, states))
            elif value not in values and not undone:
                self.fail('a %s has a value that nobody gave it last' % item[1] + self._more(), (item, said, states))

    def _more(self):
        return ' after an older log was put back' if self.has_lost_words else ''

    def _have_all_synced(self, names):
        """True if the syncs since the last other change contain two rounds of all devices."""
        rounds, left = 0, set(names)
        for name in self.syncs:
            left.discard(name)
            if not left:
                rounds, left = rounds + 1, set(names)
        return rounds >= 2
