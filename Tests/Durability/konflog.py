"""What the scripts of this folder share: the log's lines, konf itself, and how a script ends.

A line of the log is written here a second time, from its description alone, so that the scripts do
not trust the code that they test.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCOPE = 'UIKonf 2015'
TALKS = ['session1Day1/1', 'session1Day1/2', 'session2Day1/1', 'session2Day1/2',
         'session3Day1/1', 'session3Day1/2', 'session3Day1/3', 'session4Day1/1']


def _table():
    table = []
    for byte in range(256):
        total = byte
        for _ in range(8):
            total = total >> 1 ^ 0xC96C5795D7870F42 if total & 1 else total >> 1
        table.append(total)
    return table


TABLE = _table()


def crc64(data, total=0):
    """CRC-64 as the xz format has it; `total` is the sum of the bytes before."""
    total ^= 0xFFFFFFFFFFFFFFFF
    for byte in data:
        total = TABLE[(total ^ byte) & 0xFF] ^ total >> 8
    return total ^ 0xFFFFFFFFFFFFFFFF


def line(device, counter, target, value, title='', people=(), comment='', time=1431939600,
         scope=SCOPE, version=1, kind='rating', kind_version=1):
    """One line of a log, with its newline. The texts need no escapes."""
    later = [str(kind_version)] if kind_version > 1 else []
    fields = [str(version + len(later)), device, str(counter), str(time), scope, kind, target, title,
              ''.join(name + ';' for name in people), *later, value, comment, '']
    data = '\t'.join(fields).encode()
    return data + b'%016x\n' % crc64(data)


def write_device(folder, digits):
    """Gives a data folder a fixed device, of 32 digits as bytes. Its file has its own number in it."""
    with open(os.path.join(folder, 'device'), 'wb') as file:
        data = b'1\t%s\t%d\t' % (digits, os.fstat(file.fileno()).st_ino)
        file.write(data + b'%016x\n' % crc64(data))


def rows(path):
    """The whole lines of a log that vouch for themselves, each a list of fields."""
    try:
        with open(path, 'rb') as file:
            data = file.read()
    except FileNotFoundError:
        return []
    found = []
    for each in data.split(b'\n'):
        if len(each) > 17 and b'%016x' % crc64(each[:-16]) == each[-16:]:
            found.append(each.decode().split('\t'))
    return found


def last_words(path):
    """The last word about each thing, by counter and then by device, of those that were not withdrawn."""
    said = {}
    for row in sorted(rows(path), key=lambda row: (int(row[2]), row[1])):
        words = said.setdefault(tuple(row[4:9]), [])
        if row[9:11] == ['', 'withdrawn']:
            words[:] = [each for each in words if each[1] != row[1]]
        else:
            words.append(row)
    return {thing: words[-1] for thing, words in said.items() if words}


def ratings(path):
    """Those of the lines that are ratings; beside them there is a line for each talk when it is rated first."""
    return [row for row in rows(path) if row[5] == 'rating']


def konf():
    """The path of konf: that of the variable KONF, else the release build, else the debug build."""
    for path in [os.environ.get('KONF'), ROOT + '/.build/release/konf', ROOT + '/.build/debug/konf']:
        if path and os.access(path, os.X_OK):
            return os.path.abspath(path)
    skip('konf is not built; swift build -c release makes it')


def use_dynamic_konf():
    """Has the debug build run, which a library can be put in front of; the release build is static."""
    path = os.environ.get('KONF') or ROOT + '/.build/debug/konf'
    if not os.access(path, os.X_OK):
        skip('the debug build of konf is not there; swift build makes it')
    with open(path, 'rb') as program:
        if b'ld-' not in program.read(4096):
            skip(path + ' is linked statically')
    os.environ['KONF'] = path


def interposed(folder):
    """Compiles the library that makes calls fail or sets the clock, and returns its path."""
    need('cc')
    library = folder + '/interposed.so'
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'interposed.c')
    subprocess.run(['cc', '-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], check=True)
    return library


def run(arguments, home, **options):
    """Runs konf with a folder of ratings and nothing else in its environment."""
    environment = {'PATH': '/usr/bin:/bin', 'LANG': 'C.UTF-8', 'KONF_HOME': home}
    environment.update(options.pop('env', {}))
    options.setdefault('stdin', subprocess.DEVNULL)
    return subprocess.run([konf()] + arguments, env=environment, capture_output=True, **options)


def skip(reason):
    print('skip %s: %s' % (os.path.basename(sys.argv[0]), reason))
    sys.exit(77)


def size(full, small):
    """How much a script does: all of it, or as much as `run --small` asks for."""
    return small if os.environ.get('KONF_SIZE') == 'small' else full


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            skip(program + ' is not installed')


def need_root():
    if os.geteuid() != 0:
        skip('it needs root')


def finish(figures, failures):
    """Prints what was done and what was wrong, and ends with 0 or 1."""
    for failure in failures[:20]:
        print('FAILED ' + failure)
    print('%s: %s; %d failures' % (os.path.basename(sys.argv[0]), figures, len(failures)))
    sys.exit(1 if failures else 0)


class Folder:
    """A folder that is removed in the end."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix='konf-')
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


def damage(home):
    """What konf says about the log, or None if it calls the log sound."""
    said = run(['doctor'], home)
    return None if said.returncode == 0 else said.stdout.decode() + said.stderr.decode()


def strays(home):
    """The names in a folder of ratings that should not be there."""
    known = re.compile(r'^(lock|device|schedules|ratings\.log(\.previous|\.damaged-\d+)?)$')
    return [name for name in os.listdir(home) if not known.match(name)]
