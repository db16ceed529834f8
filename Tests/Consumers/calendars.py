"""Libraries that read calendars."""
import json
import os
import subprocess

from judge import by_icalendar, compare, expected, shown

HERE = os.path.dirname(os.path.abspath(__file__))


def kde(exports):
    program = os.path.join(exports.folder, 'kde')
    flags = subprocess.run(['pkg-config', '--cflags', '--libs', 'Qt5Core', 'Qt5Gui'], check=True, capture_output=True)
    subprocess.run(['g++', '-fPIC', '-std=c++17', '-o', program, os.path.join(HERE, 'kde.cpp'),
                    '-I/usr/include/KF5/KCalendarCore', *flags.stdout.decode().split(), '-lKF5CalendarCore'], check=True)
    for key, paths in exports.calendars.items():
        output = subprocess.run([program, *paths], check=True, capture_output=True).stdout
        events = {each['uid']: each for each in json.loads(output)}
        wanted = {uid: event for path in paths for uid, event in by_icalendar(open(path, 'rb').read()).items()}
        for event in [*events.values(), *wanted.values()]:
            # KDE splits a category at a comma, even if it is escaped.
            event['categories'] = sorted(part.strip() for each in event['categories'] for part in each.split(','))
        compare('KCalendarCore', events, wanted)
        compare('KCalendarCore', shown(events.values()), expected(exports.listed[key]))
