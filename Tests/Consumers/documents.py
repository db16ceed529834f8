"""Programs that read tables, pages and Markdown."""
import csv
import html.parser
import io
import json
import os
import re
import subprocess

from judge import Wrong, compare
from schedules import SCHEDULES


def rows_of(data):
    return list(csv.reader(io.StringIO(data.decode(), newline=''), strict=True))


def tables(exports):
    import pandas
    for name in SCHEDULES:
        data = exports.konf(name + 'all', 'export', '--as', 'csv')
        path = os.path.join(exports.folder, name + '.csv')
        with open(path, 'wb') as out:
            out.write(data)
        rows = rows_of(data)
        frame = pandas.read_csv(path, dtype=str, keep_default_na=False)
        compare('pandas, csv', [list(frame.columns)] + frame.values.tolist(), rows)
        found = sqlite(['.mode csv', '.import %s t' % path], rows[0])
        compare('sqlite3, csv', found, rows[1:])
        back = os.path.join(exports.folder, 'back')
        office(exports, 'ods', '--infilter=CSV:44,34,76,1', '--outdir', back, path)
        office(exports, 'csv:Text - txt - csv (StarCalc):44,34,76,1', '--outdir', back,
               os.path.join(back, name + '.ods'))
        found = rows_of(open(os.path.join(back, name + '.csv'), 'rb').read())
        # LibreOffice shows dates in the form of its language.
        drop = [place for place, title in enumerate(rows[0]) if title == 'day']
        compare('LibreOffice', [[cell for place, cell in enumerate(row) if place not in drop] for row in found],
                [[cell for place, cell in enumerate(row) if place not in drop] for row in rows])
        table = exports.konf(name + 'all', 'timeline', '--tsv')
        path = os.path.join(exports.folder, name + '.tsv')
        with open(path, 'wb') as out:
            out.write(table)
        rows = [line.split('\t') for line in table.decode().rstrip('\n').split('\n')]
        frame = pandas.read_csv(path, sep='\t', quoting=csv.QUOTE_NONE, dtype=str, keep_default_na=False)
        compare('pandas, tsv', [list(frame.columns)] + frame.values.tolist(), rows)
        found = sqlite(['.mode ascii', '.separator "\\t" "\\n"', '.import %s t' % path], rows[0])
        compare('sqlite3, tsv', found, rows[1:])


def office(exports, *words):
    profile = '-env:UserInstallation=file://%s/office' % exports.folder
    subprocess.run(['soffice', '--headless', profile, '--convert-to', *words], check=True, capture_output=True, timeout=120)


def sqlite(commands, columns):
    output = subprocess.run(['sqlite3', ':memory:', *commands, '.mode json', 'select * from t'], capture_output=True,
                            check=True)
    if output.stderr:
        raise Wrong('sqlite3: %s' % output.stderr.decode())
    return [[each[name] for name in columns] for each in json.loads(output.stdout)]


class Text(html.parser.HTMLParser):
    """The text of a document, a string for each block."""
    BLOCKS = {'p', 'h1', 'h2', 'h3', 'li', 'ol', 'ul', 'dl', 'dt', 'dd', 'pre', 'table', 'td', 'th', 'blockquote'}

    def __init__(self, data):
        super().__init__()
        self.blocks = ['']
        self.feed(data)
        self.close()
        self.blocks = [' '.join(each.split()) for each in self.blocks if each.strip()]

    def handle_starttag(self, tag, attributes):
        if tag in self.BLOCKS:
            self.blocks.append('<%s> ' % tag if tag in ('li', 'h1', 'h2', 'h3') else '')

    def handle_endtag(self, tag):
        if tag in self.BLOCKS:
            self.blocks.append('')

    def handle_data(self, data):
        self.blocks[-1] += data


def text_by(words, data):
    return Text(subprocess.run(words, input=data, capture_output=True, check=True).stdout.decode()).blocks


def markdown(exports):
    import markdown as python_markdown
    for name in SCHEDULES:
        data = exports.konf(name + 'all', 'export', '--as', 'markdown', '--abstracts')
        compare('Python-Markdown', Text(python_markdown.markdown(data.decode())).blocks, text_by(['cmark'], data))


def pandoc(exports):
    for name in SCHEDULES:
        data = exports.konf(name + 'all', 'export', '--as', 'markdown', '--abstracts')
        for form in ['commonmark', 'markdown-smart']:
            found = text_by(['pandoc', '-f', form, '-t', 'html', '--wrap=none'], data)
            compare('pandoc, ' + form, found, text_by(['cmark'], data))


def pages(exports):
    for name in SCHEDULES:
        path = os.path.join(exports.folder, name + '.html')
        with open(path, 'wb') as out:
            out.write(exports.konf(name + 'all', 'export', '--as', 'html'))
        sessions = exports.listed[name, 'all']
        for words in [['w3m', '-dump', '-cols', '300'], ['lynx', '-dump', '-nolist', '-width=300'],
                      ['elinks', '-dump', '-no-references', '-dump-width', '300']]:
            text = subprocess.run([*words, path], capture_output=True, check=True,
                                  env={**os.environ, 'LANG': 'C.UTF-8', 'LC_ALL': 'C.UTF-8'}).stdout.decode()
            lines = [' '.join(line.split()) for line in text.split('\n') if line.strip()]
            # A clock is a heading above sessions. The axis of the grid would be clocks alone.
            alone = [both for both in zip(lines, lines[1:]) if all(re.fullmatch(r'\d\d:\d\d', line) for line in both)]
            if alone:
                raise Wrong('%s prints %d clocks without a session' % (words[0], len(alone)))
            for each in sessions:
                title = ' '.join(each['title'].split())
                near = [place for place, line in enumerate(lines) if title in line]
                clock = each['start'][11:16]
                if not any(clock in ' '.join(lines[max(0, place - 3):place + 4]) for place in near):
                    raise Wrong('%s does not print %s next to %r' % (words[0], clock, title))
