"""Compares konf's answers about the exports of a producer with the producer's own database."""
import collections
import datetime as dt
import itertools
import json
import os
import re
import subprocess
import tempfile

# A known difference: the formats and the field, whose it is, the reason, and a function of both values.
Known = collections.namedtuple("Known", "forms field owner reason holds")
# A form: its name, its file, and its fields.
Form = collections.namedtuple("Form", "name path fields")


def konf(program, *arguments, home=None, status=(0,)):
    with tempfile.TemporaryDirectory() as folder:
        answer = subprocess.run(
            [program, *arguments], capture_output=True, text=True, check=False,
            env={**os.environ, "KONF_HOME": str(home or folder), "NO_COLOR": "1", "LC_ALL": "C.UTF-8"})
    if answer.returncode not in status:
        raise SystemExit(f"konf {' '.join(map(str, arguments))}: status {answer.returncode}\n{answer.stderr}")
    return answer


def instant(text):
    return dt.datetime.fromisoformat(text).timestamp() if text else None


def words(text):
    """The words of a text, however its markup is shown; the language of a code block is markup."""
    return re.findall(r"\w+", re.sub(r"^ *(```|~~~).*", "", text or "", flags=re.MULTILINE))


def on_line(text):
    return " ".join((text or "").split())


def name(text):
    """A name without the identifier that tells two people of one name apart."""
    return re.sub(r" \[[^\]]*\]$", "", text)


def read(program, path):
    """The sessions that konf reads from a file, as records like those of truth.json."""
    document = json.loads(konf(program, "export", "--as", "json", "--data", path).stdout)
    sessions = []
    for session in document["sessions"]:
        talk = session["talks"][0] if session["talks"] else session
        sessions.append({
            "ids": [talk["id"], *talk["otherIds"]], "is_talk": bool(session["talks"]),
            "title": talk["title"], "start": session["start"], "end": session["end"],
            "locations": [each["name"] for each in session["locations"]],
            "speakers": [each["name"] for each in talk["speakers"]],
            "speaker_ids": [each["id"] for each in talk["speakers"]],
            "track": talk["track"], "type": talk.get("type"), "language": talk["language"],
            "abstract": talk["abstract"], "page": talk["url"],
            "links": [each["url"] or each["title"] for each in talk["links"]]})
    return document, sessions


FIELDS = {
    "title": lambda each: on_line(each["title"]), "start": lambda each: instant(each["start"]),
    "end": lambda each: instant(each["end"]), "location": lambda each: [on_line(name) for name in each["locations"]],
    "speakers": lambda each: sorted(on_line(name(person)) for person in each["speakers"]),
    "people": lambda each: len(set(each["speakers"])) if "speaker_ids" in each else len(each["speakers"]),
    "track": lambda each: each["track"], "type": lambda each: each["type"],
    "language": lambda each: each["language"],
    "abstract": lambda each: words(each["abstract"]) if "speaker_ids" in each
    else words("\n".join([each.get("remarks", ""), each["abstract"], each.get("description", "")])),
    "page": lambda each: each["page"], "is_talk": lambda each: each["is_talk"],
    "ids": lambda each: set(map(str, each["ids"])), "links": lambda each: [link for link in each["links"]],
}


def pairs(first, second):
    """Pairs of records with one title and start, else with one title; and what is left of both."""
    left, found = list(second), []
    for key in (lambda each: (on_line(each["title"]), instant(each["start"])), lambda each: on_line(each["title"])):
        rest = []
        for record in first:
            match = next((each for each in left if key(each) == key(record)), None)
            if match is None:
                rest.append(record)
            else:
                left.remove(match)
                found.append((record, match))
        first = rest
    return found, first, left


class Judge:
    def __init__(self, program, known):
        self.program, self.known = program, known
        self.compared = collections.Counter()
        self.differences = collections.Counter()
        self.unknown = []
        # The form, field and title of each difference from the database.
        self.noted = set()

    def note(self, form, field, title, expected, seen):
        self.noted.add((form, field, title))
        for each in self.known:
            if form in each.forms and field == each.field and each.holds(title, expected, seen):
                self.differences[(each.owner, each.reason)] += 1
                return
        self.unknown.append(f"{form}, {field} of {title!r}: expected {expected!r}, konf shows {seen!r}")

    def compare(self, form, truth, present=lambda _: True):
        """Compares the sessions of a form with the database; `present` says what the form contains."""
        _, sessions = read(self.program, form.path)
        expected = [each for each in truth["sessions"] if present(each)]
        found, missing, extra = pairs(expected, sessions)
        self.compared[form.name, "sessions"] += len(expected)
        for each in missing:
            self.note(form.name, "session", each["title"], "a session", None)
        for each in extra:
            self.note(form.name, "session", each["title"], None, "a session")
        for record, seen in found:
            for field in form.fields:
                self.compared[form.name, field] += 1
                value, shown = FIELDS[field](record), FIELDS[field](seen)
                if field == "links":
                    value = [link for _, link in record["links"]]
                    if not all(link in shown for link in value):
                        self.note(form.name, field, record["title"], value, shown)
                elif field == "ids":
                    if not value <= shown:
                        self.note(form.name, field, record["title"], value, shown)
                elif value != shown:
                    self.note(form.name, field, record["title"], value, shown)
        return sessions

    def agree(self, forms):
        """Compares the forms with each other, in the fields that they share.

        What differs from the database is known already.
        """
        read_forms = [(form, read(self.program, form.path)[1]) for form in forms]
        for (one, first), (other, second) in itertools.combinations(read_forms, 2):
            fields = [each for each in one.fields if each in other.fields and each not in ("ids", "links", "is_talk")]
            for record, seen in pairs(first, second)[0]:
                for field in fields:
                    self.compared[f"{one.name} and {other.name}", field] += 1
                    value, shown = FIELDS[field](record), FIELDS[field](seen)
                    known = {(each.name, field, record["title"]) for each in (one, other)} & self.noted
                    if value != shown and not known:
                        self.note(f"{one.name} and {other.name}", field, record["title"], value, shown)

    def stars(self, one, other, moved=False):
        """Stars each talk of a form, saves the other form over it, and compares what is starred.

        If talks moved between the forms, they are the same by their titles alone.
        """
        def key(each):
            return on_line(each["title"]), None if moved else instant(each["start"])
        label = f"{one.name} then {other.name}"
        with tempfile.TemporaryDirectory() as home:
            konf(self.program, "use", one.path, home=home)
            there = {key(each) for each in read(self.program, other.path)[1]}
            talks = [each for each in read(self.program, one.path)[1] if each["is_talk"] and key(each) in there]
            konf(self.program, "star", *[each["ids"][0] for each in talks], home=home)
            konf(self.program, "use", other.path, home=home)
            agenda = json.loads(konf(self.program, "agenda", "--json", home=home).stdout)
        starred = collections.Counter(map(key, agenda))
        for each in talks:
            self.compared[label, "stars"] += 1
            starred[key(each)] -= 1
            if starred[key(each)] < 0:
                self.note(label, "star", each["title"], "a star", None)

    def absent(self, form, text):
        """Checks that no answer about a form contains a text."""
        for command in ("export --as json", "export --as html", "speakers --json", "check --json", "entities --json"):
            self.compared[form.name, "absent texts"] += 1
            answer = konf(self.program, *command.split(), "--data", form.path, status=(0, 1))
            if text in answer.stdout + answer.stderr:
                self.note(form.name, "absent text", command, f"no {text}", text)

    def refused(self, path):
        """Checks that konf refuses a file and names another file of the same site."""
        self.compared[path.name, "refusals"] += 1
        refusal = konf(self.program, "talks", "--data", str(path), status=(65,)).stderr
        if "; use " not in refusal:
            self.unknown.append(f"{path.name}: the refusal names no other file: {refusal.strip()}")

    def warned(self, path, text):
        """Checks that konf reads a file with a warning that contains a text."""
        self.compared[path.name, "warnings"] += 1
        warning = konf(self.program, "talks", "--data", str(path)).stderr
        if text not in warning:
            self.unknown.append(f"{path.name}: no warning names {text}: {warning.strip()}")

    def finish(self):
        """Prints the counts; returns the exit status."""
        for form in dict.fromkeys(form for form, _ in self.compared):
            fields = {field: count for (name, field), count in self.compared.items() if name == form}
            print(f"{form}: compared {sum(fields.values())} fields ("
                  + ", ".join(f"{field} {count}" for field, count in fields.items()) + ")")
        for (owner, reason), count in sorted(self.differences.items()):
            print(f"{count} known, {owner}: {reason}")
        for each in self.unknown:
            print(f"UNKNOWN: {each}")
        total = sum(self.compared.values())
        owners = collections.Counter()
        for (owner, _), count in self.differences.items():
            owners[owner] += count
        print(f"{total} fields compared, {owners['konf']} differences of konf, "
              f"{owners['theirs']} of the producer, {len(self.unknown)} unknown")
        return 1 if self.unknown else 0
