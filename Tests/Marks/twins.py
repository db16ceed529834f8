"""Plays a script with two programs side by side, and compares their answers and every file that they leave."""
import collections
import os
import shlex

from player import Player
from scripts import commands

# What is read after each command that changed a data folder.
READS = [['agenda', '--json'], ['log', '--json'], ['ratings', '--json']]
Difference = collections.namedtuple('Difference', 'kind line detail')


class Twins:
    def __init__(self, programs, lines, folder):
        """Programs are two sets, the former and the new one."""
        self.players = []
        for number, each in enumerate(programs):
            path = os.path.join(folder, str(number))
            os.mkdir(path)
            self.players.append(Player(each, path))
        self.lines = lines

    def play(self):
        for line in self.lines:
            found = commands(line)
            if not found:
                if not line.startswith('#'):
                    for player in self.players:
                        player.prepare(shlex.split(line))
                continue
            # One after the other, since the order of two at once is left to chance.
            for command in found:
                difference = self._step(line, command)
                if difference:
                    return [difference]
        return []

    def _step(self, line, command):
        before = self.players[0].fingerprint(command[1])
        said = [player.run([command])[0] for player in self.players]
        for field in ('status', 'out', 'err'):
            if getattr(said[0], field) != getattr(said[1], field):
                return Difference('%s of %s' % (field, command[2][0]), line, shown(said))
        files = [files_of(player.folder) for player in self.players]
        for name in sorted(set(files[0]) | set(files[1])):
            if files[0].get(name) != files[1].get(name):
                return Difference('file after %s' % command[2][0], line, '%s\n%s\n%s' % (
                    name, files[0].get(name), files[1].get(name)))
        if self.players[0].fingerprint(command[1]) == before:
            return None
        for words in READS:
            said = [player.run([(command[0], command[1], words)])[0] for player in self.players]
            if said[0][1:4] != said[1][1:4]:
                return Difference('%s after %s' % (words[0], command[2][0]), line, shown(said))
        return None


def shown(said):
    return '\n'.join('%s %d\n%s\n%s' % (each.words, each.status, each.out, each.err) for each in said)


def files_of(folder):
    """The bytes of the logs and of the files that devices exchange, without what a copy alone has."""
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            if name.endswith(('.log', '.previous')):
                with open(os.path.join(path, name), 'rb') as file:
                    found[os.path.relpath(os.path.join(path, name), folder)] = file.read()
    return found
