"""Reads what konf sync says that it changed here: as the text, or as --json."""
import collections
import json
import re

# counts: how many marks of (kind, event) changed here. The event is added, changed or removed; any in the former
#   text, which does not tell. None if the answer does not count.
# named: the titles and kinds of the marks that changed here; None if the answer is a text.
# removed: the text that names what was removed or changed.
# commands: what it says brings something back.
Said = collections.namedtuple('Said', 'counts named removed commands')

KINDS = {'star': 'stars?', 'note': 'notes?', 'rating': 'ratings?', 'hidden': 'hidden talks?',
         'appointment': 'appointments?'}
BRINGS_BACK = re.compile(r'\((konf [^()]*?) (?:brings (?:it|them) back|restores it)\)')


def sync_answer(text, is_json, title):
    """What an answer says about a conference. The text says it of all conferences."""
    if is_json:
        return _records(json.loads(text)[0].get('taken', []), title)
    here = _here(text)
    counts = collections.Counter()
    if '→' not in text:
        for count, kind in _counted(re.sub(r'\d+ changes? of this device written|^\d+ devices;', '', here)):
            counts[kind, 'any'] += count
    else:
        for part in re.split(r'\n|,', re.sub(r':[^\n]*', '', here)):
            event = next((each for each in ['removed', 'changed'] if each in part), 'added')
            for count, kind in _counted(part):
                counts[kind, event] += count
    return Said(counts, None, here, BRINGS_BACK.findall(here))


def _here(text):
    """The lines about this device, each item in one line."""
    lines, is_here = [], '→' not in text
    for line in text.splitlines():
        if line[:1] != ' ':
            is_here = '→' not in text or '→ here' in line
        if is_here and line[:1] == ' ' and lines and not re.match(r' +\d+ ', line):
            lines[-1] += ' ' + line.strip()
        elif is_here and not re.match(r'both changed| *\S+ of ".*: .* here, ', line):
            lines.append(line.strip())
    return '\n'.join(lines)


def _counted(text):
    for kind, pattern in KINDS.items():
        for count in re.findall(r'(\d+) (?:more )?%s\b' % pattern, text):
            yield int(count), kind


def _records(records, title):
    named = set()
    for record in records:
        if title and record.get('conference', '').startswith(title):
            named.add((record['title'], record['kind']))
    return Said(None, named, '\n'.join(each for each, _ in named), [])
