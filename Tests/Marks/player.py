"""Runs the lines of a script in a folder of its own, and reads what a data folder says."""
import collections
import glob
import json
import os
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'Durability'))
import konflog  # noqa: E402
from schedules import Schedules  # noqa: E402

SLOW = 5
KINDS = {'Star': 'star', 'Note': 'note', 'Rating': 'rating', 'Hidden': 'hidden'}
# An answer of konf. A status below 0 is a signal; seconds is how long it took.
Answer = collections.namedtuple('Answer', 'words status out err seconds')
# What a device shows: the conference, its version, and the value of each mark by (key of the talk, kind).
State = collections.namedtuple('State', 'title version marks')


class Programs:
    """What is run: konf, an older konf if there is one, and the library that sets the clock."""

    def __init__(self, konf, old, library, folder):
        # Copies, since a build may replace the programs meanwhile.
        self.paths = {'konf': shutil.copy(konf, os.path.join(folder, 'konf')),
                      'konf-old': shutil.copy(old or konf, os.path.join(folder, 'konf-old'))}
        self.library = library
        said = subprocess.run([self.paths['konf'], '--home', folder, 'use', 'x', '--previous'], capture_output=True)
        self.knows_previous = said.returncode != 64


class Player:
    """The folder in which one script runs."""

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        self.clock, self.schedules = 1789000000, None
        self.count = 0

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def environment(self):
        found = {'PATH': '/usr/bin:/bin', 'LANG': 'C.UTF-8', 'HOME': self.folder}
        if self.programs.library:
            # Each command runs some seconds after the one before.
            found.update(LD_PRELOAD=self.programs.library, CLOCK=str(self.clock + 7 * self.count))
        return found

    def prepare(self, words):
        """Runs a line without konf. Returns true if it changed the content of a file."""
        is_other = False
        if words[:2] == ['check-marks', '--write']:
            self.schedules = Schedules(int(words[2]))
            self.schedules.write(self.folder)
        elif words[:1] == ['mkdir']:
            os.makedirs(self.path(words[1]), exist_ok=True)
        elif words[:1] == ['export']:
            self.clock = int(words[1].removeprefix('CLOCK=')) - 7 * self.count
        elif words[:2] == ['cp', '-R']:
            if os.path.isdir(self.path(words[2])):
                shutil.copytree(self.path(words[2]), self.path(words[3]), dirs_exist_ok=True)
        elif words[:1] == ['cp']:
            for source in glob.glob(self.path(words[1])):
                if os.path.isdir(self.path(words[2])):
                    # Into the file that is there, as cp does; the number of the file stays.
                    is_other = self._put_back(source, self.path(words[2], os.path.basename(source))) or is_other
        elif words[0] != '#':
            raise SystemExit('check-marks: cannot run this line: ' + ' '.join(words))
        return is_other

    @staticmethod
    def _put_back(source, target):
        with open(source, 'rb') as file:
            data = file.read()
        if os.path.exists(target):
            with open(target, 'rb') as file:
                if file.read() == data:
                    return False
        with open(target, 'wb') as file:
            file.write(data)
        return True

    def run(self, commands):
        """Runs commands at once, and returns their answers."""
        started = []
        for program, home, words in commands:
            self._name_device(home)
            self.count += 1
            started.append((words, time.monotonic(), subprocess.Popen(
                [self.programs.paths[program], '--home', home, *words], cwd=self.folder, env=self.environment(),
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)))
        answers = []
        for words, start, process in started:
            try:
                out, err = process.communicate(timeout=60)
            except subprocess.TimeoutExpired:
                process.kill()
                out, err = process.communicate()
            answers.append(Answer(words, process.returncode, out.decode('utf-8', 'replace'),
                                  err.decode('utf-8', 'replace'), time.monotonic() - start))
        return answers

    def _name_device(self, home):
        """Gives a data folder a fixed id, since an id decides between changes that did not know each other."""
        folder = self.path(home)
        if os.path.isdir(folder):
            return
        os.makedirs(folder)
        if home in 'abc':
            konflog.write_device(folder, home.encode() * 32)

    def fingerprint(self, home):
        """Changes when a data folder does; between two equal ones konf need not be asked again."""
        found = sorted(os.listdir(self.path(home, 'schedules'))) if os.path.isdir(
            self.path(home, 'schedules')) else []
        try:
            log = os.stat(self.path(home, 'ratings.log'))
            return log.st_size, log.st_mtime_ns, found
        except FileNotFoundError:
            return 0, 0, found

    def read(self, home, ratings=True, friends=False):
        """The state of a device, or the answer that failed."""
        said = self.run([('konf', home, ['entities', 'all', '--json'])])[0]
        if said.status != 0:
            return said
        title = version = None
        marks = {}
        for record in json.loads(said.out):
            parts = record['components']
            if 'Conference' in parts:
                title = parts['Conference']['title']
                version = parts.get('ScheduleVersion', {}).get('text')
            elif 'Appointment' in parts:
                own = parts['Appointment']
                marks[own['title'], 'appointment'] = own['timing']['start']
            else:
                talk = parts.get('Title', {}).get('text') or parts.get('CancelledTalk', {}).get('title')
                for part, kind in KINDS.items():
                    if part in parts:
                        self._add(marks, self.key(talk), kind, value_of(part, parts[part]))
        # A rating of a cancelled talk is in the ratings only.
        for command in [['ratings', '--json']] * ratings + [['friends', '--json']] * friends:
            said = self.run([('konf', home, command)])[0]
            if said.status not in (0, 1):
                return said
            for record in json.loads(said.out or '[]'):
                kind = 'friend ' + record['friend'] if 'friend' in record else 'rating'
                value = True if 'friend' in record else (record['rating'], record['comment'] or None)
                if marks.get((self.key(record['title']), kind)) != value:
                    self._add(marks, self.key(record['title']), kind, value)
        return State(title, version, marks)

    def key(self, title):
        return self.schedules.keys.get(title, title) if self.schedules else title

    @staticmethod
    def _add(marks, key, kind, value):
        # Two marks of one kind on one talk are not what anyone did.
        name = key if (key, kind) not in marks else str(key) + ' twice'
        marks[name, kind] = value


def value_of(part, fields):
    if part == 'Star':
        return 'maybe' if fields['isMaybe'] else 'yes'
    if part == 'Note':
        return fields['text']
    if part == 'Rating':
        return fields['stars'], fields['comment'] or None
    return True
