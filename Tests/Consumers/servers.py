"""A calendar of khal that vdirsyncer copies to two servers and back."""
import glob
import os
import socket
import subprocess
import time

from judge import Wrong, by_icalendar, compare, expected, latest, shown

KHAL = """[calendars]
[[konf]]
path = {0}/khal/{1}
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
local_timezone = UTC
default_timezone = UTC
[sqlite]
path = {0}/khal.db
"""
PAIR = """[pair {name}]
a = "{first}"
b = "{second}"
collections = ["{collection}"]
"""
FILES = """[storage {name}]
type = "filesystem"
path = "{path}"
fileext = ".ics"
"""
SERVER = """[storage {name}]
type = "caldav"
url = "http://127.0.0.1:{port}/{path}"
username = "ada"
password = "ada"
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(('127.0.0.1', 0))
        return listener.getsockname()[1]


def wait_for(port):
    for _ in range(100):
        with socket.socket() as client:
            if client.connect_ex(('127.0.0.1', port)) == 0:
                return
        time.sleep(0.1)
    raise Wrong('a server does not start')


def files_of(folder):
    """The events in the files of a folder, by UID."""
    events = {}
    for path in glob.glob(os.path.join(folder, '*.ics')):
        events.update(by_icalendar(open(path, 'rb').read()))
    return events


def servers(exports, place):
    ports = {'radicale': free_port(), 'xandikos': free_port()}
    folder = os.path.join(exports.folder, 'servers')
    os.makedirs(folder)
    program = lambda name: os.path.join(place, 'bin', name)
    with open(os.path.join(folder, 'radicale.conf'), 'w') as out:
        out.write('[server]\nhosts = 127.0.0.1:%d\n[auth]\ntype = none\n[storage]\nfilesystem_folder = %s/radicale\n'
                  % (ports['radicale'], folder))
    running = [
        subprocess.Popen([program('radicale'), '--config', os.path.join(folder, 'radicale.conf')],
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL),
        subprocess.Popen([program('xandikos'), 'serve', '-d', os.path.join(folder, 'xandikos'), '--defaults',
                          '--current-user-principal', '/ada/', '--autocreate', '--listen-address', '127.0.0.1', '--port',
                          str(ports['xandikos'])], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)]
    try:
        for port in ports.values():
            wait_for(port)
        for key, paths in exports.calendars.items():
            _servers(key, paths, exports, program, ports, os.path.join(folder, '-'.join(key)))
    finally:
        for each in running:
            each.terminate()
            each.wait()


def _servers(key, paths, exports, program, ports, folder):
    collection = '-'.join(key)
    os.makedirs(os.path.join(folder, 'khal', collection))
    environment = {**os.environ, 'HOME': folder, 'XDG_CACHE_HOME': folder}
    with open(os.path.join(folder, 'khal.conf'), 'w') as out:
        out.write(KHAL.format(folder, collection))
    parts = ['[general]\nstatus_path = "%s/status"\n' % folder, FILES.format(name='khal', path=folder + '/khal')]
    for name, port in ports.items():
        place = 'ada/' if name == 'radicale' else ''
        parts += [SERVER.format(name=name, port=port, path=place), FILES.format(name=name + '_copy', path='%s/%s' % (
            folder, name)), PAIR.format(name='to_' + name, first='khal', second=name, collection=collection),
            PAIR.format(name='from_' + name, first=name, second=name + '_copy', collection=collection)]
    with open(os.path.join(folder, 'vdirsyncer.conf'), 'w') as out:
        out.write('\n'.join(parts))

    def run(*words, text=None):
        result = subprocess.run(words, env=environment, input=text, capture_output=True, timeout=300)
        if result.returncode != 0:
            lines = (result.stdout + result.stderr).decode().split('\n')
            said = [line for line in lines if not line.startswith(('Copying', 'Syncing'))]
            raise Wrong('%s: %s' % (os.path.basename(words[0]), '\n'.join(said)[-1500:]))
        return result.stdout
    sync = [program('vdirsyncer'), '-c', os.path.join(folder, 'vdirsyncer.conf')]
    for place, path in enumerate(paths):
        run(program('khal'), '-c', os.path.join(folder, 'khal.conf'), 'import', '--batch', '-a', 'konf', path)
        if place == 0:
            run(*sync, 'discover', text=b'y\n' * 12)
        run(*sync, 'sync', 'to_radicale', 'to_xandikos')
        run(*sync, 'sync', 'from_radicale', 'from_xandikos')
    wanted = latest(paths)
    for name in ['khal', 'radicale', 'xandikos']:
        found = files_of(os.path.join(folder, name, collection))
        compare(name, found, wanted)
        compare(name, shown(found.values()), expected(exports.listed[key]))
