"""Libraries that read calendars."""
import json
import os
import subprocess

from judge import by_icalendar, compare, expected, latest, shown

HERE = os.path.dirname(os.path.abspath(__file__))


def parted(events):
    """The events with their categories parted at commas, as KDE and Evolution do even with a backslash before them."""
    for event in events.values():
        event['categories'] = sorted(part.strip() for each in event['categories'] for part in each.split(','))
    return events


def kde(exports):
    program = os.path.join(exports.folder, 'kde')
    flags = subprocess.run(['pkg-config', '--cflags', '--libs', 'Qt5Core', 'Qt5Gui'], check=True, capture_output=True)
    subprocess.run(['g++', '-fPIC', '-std=c++17', '-o', program, os.path.join(HERE, 'kde.cpp'),
                    '-I/usr/include/KF5/KCalendarCore', *flags.stdout.decode().split(), '-lKF5CalendarCore'], check=True)
    for key, paths in exports.calendars.items():
        output = subprocess.run([program, *paths], check=True, capture_output=True).stdout
        events = {each['uid']: each for each in json.loads(output)}
        wanted = latest(paths)
        compare('KCalendarCore', parted(events), parted(wanted))
        compare('KCalendarCore', shown(events.values()), expected(exports.listed[key]))


def evolution(exports):
    program = os.path.join(exports.folder, 'evolution')
    flags = subprocess.run(['pkg-config', '--cflags', '--libs', 'libecal-2.0'], check=True, capture_output=True)
    subprocess.run(['gcc', '-w', '-o', program, os.path.join(HERE, 'evolution.c'), *flags.stdout.decode().split()],
                   check=True)
    for key, paths in exports.calendars.items():
        home = os.path.join(exports.folder, 'evolution-' + '-'.join(key))
        os.mkdir(home, 0o700)
        names = ['HOME', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR']
        output = subprocess.run(['dbus-run-session', program, *paths], env={**os.environ, **dict.fromkeys(names, home)},
                                check=True, capture_output=True, timeout=120).stdout
        events = by_icalendar(output)
        compare('Evolution', parted(events), parted(latest(paths)))
        compare('Evolution', shown(events.values()), expected(exports.listed[key]))
