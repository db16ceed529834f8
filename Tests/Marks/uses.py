"""Judges konf use: what it shows, what it refuses, and that it keeps all marks."""
from model import Entry, TOLD, difference
from player import State


class UseJudge:
    """What a Judge knows about schedules that come and go."""

    def _use(self, device, before, after, answer):
        words, status = answer.words, answer.status
        file = self.player.schedules.files.get(words[1]) if self.player.schedules else None
        is_other = (before.title, before.version) != (after.title, after.version)
        if status != 0:
            if before != after:
                self.fail('use ends with %d and changes something' % status, (answer, before, after))
            if file and status == 64 and not self._may_refuse(device, before, file):
                self.fail('use refuses a newer version', answer)
            if file and '--force' in words or status == 64 and not file and '--previous' not in words:
                self.fail('use %s ends with %d' % (' '.join(words[2:]) or 'NAME', status), answer)
            return
        if file:
            if (after.title, after.version) != (file.title, file.text):
                self.fail('use FILE does not show the file', (answer, after))
            if '--force' not in words and before.title == file.title and before.version and before.version > file.text:
                self.fail('use takes an older version without --force', answer)
            device.used.add(words[1])
            device.forgotten.discard(file.title)
        elif '--forget' not in words and '--previous' not in words:
            if not self._is_named(after, words[1]):
                self.fail('use NAME shows another schedule', (answer, after))
        former = before.marks if before.title == after.title else device.known.get(after.title)
        # What friends starred is listed only if the talk is there.
        found = {item: value for item, value in difference(former or {}, after.marks).items()
                 if item[1] in TOLD}
        if former is not None and found and not device.is_unsure:
            self.fail('use %s a mark' % ('loses' if None in found.values() else 'changes'),
                      (answer, found, former, after))
            self._adopt(device, State(after.title, after.version, former), after)
        is_forget = '--forget' in words
        if not is_other and not is_forget and before.title is not None:
            # It may have kept something that is not seen here.
            for entry in device.redo(after.title):
                entry.is_loose = True
            if not file or words[1] not in device.used or '--force' in words:
                device.stack(after.title).append(self._use_entry(is_loose=True))
            return
        device.stack(after.title).append(self._use_entry(is_loose=False, has_former=before.title is not None))
        for entry in device.redo(after.title):
            entry.is_loose = True
        if is_forget:
            device.forgotten.update(each.title for each in self.player.schedules.files.values()
                                    if each.acronym == words[1])
            device.loosen(but=after.title)

    @staticmethod
    def _use_entry(is_loose, has_former=True):
        entry = Entry({}, {}, {}, is_use=True)
        entry.is_loose, entry.has_former = is_loose, has_former
        return entry

    def _may_refuse(self, device, before, file):
        """A file that was kept before, or one that is older than what is kept, may be refused."""
        if any(each for each in device.used if self.player.schedules.files[each] is file):
            return True
        kept = [self.player.schedules.files[each].text for each in device.used
                if self.player.schedules.files[each].title == file.title]
        return bool(kept) and file.text < max(kept)

    def _is_named(self, state, name):
        version = self._version(state)
        return version is not None and version.acronym == name
