"""Reads what konf sync says that it changed here: as the text, or as --json."""
import collections
import json
import re

# kinds: how many marks of each kind changed here, as the answer counts them; None if it does not say.
# named: the titles and kinds of marks that it says changed here; None if the answer is a text of numbers alone.
# removed: everything that it says was removed, as one text in which titles are looked for.
# commands: what it says brings something back.
Said = collections.namedtuple('Said', 'kinds named removed commands')

KINDS = [('star', 'stars?'), ('note', 'notes?'), ('rating', 'ratings?'), ('hidden', 'hidden talks?'),
         ('appointment', 'appointments?')]
BRINGS_BACK = re.compile(r'\((konf [^()]*?) brings (?:it|them) back\)')


def sync_answer(text, is_json, title):
    """What an answer says about a conference. The text says it of all conferences."""
    if is_json:
        return _records(json.loads(text)[0].get('taken', []), title)
    lines = ' '.join(line.strip() if line.startswith('  ') else '\n' + line for line in text.splitlines())
    commands = BRINGS_BACK.findall(re.sub(r'\s*\n\s*', ' ', text))
    kinds = collections.Counter()
    if 'nothing new from others' not in text:
        for line in lines.splitlines():
            if 'written' in line and ';' in line:
                line = re.sub(r'(^[^;]*;)|(\d+ changes? of this device written)', '', line)
            if ' from ' in line or '→' in line:
                for kind, pattern in KINDS:
                    kinds[kind] += sum(int(each) for each in re.findall(
                        r"(\d+) (?:(?:new|more|other) )?%s\b" % pattern, line.split(': ')[0]))
    return Said(kinds, None, re.sub(r'\s+', ' ', text), commands)


def _records(records, title):
    named = set()
    for record in records:
        if title and record.get('conference', '').startswith(title):
            named.add((record['title'], record['kind']))
    return Said(None, named, '\n'.join(each for each, _ in named), [])
