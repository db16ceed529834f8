"""Compares konf's answers about Indico's exports with Indico's database: compare.py KONF FOLDER."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from judge import Form, Judge, Known  # noqa: E402 -- the path comes first

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])

CALENDARS = ("contributions.ics", "sessions.ics", "export.ics")
BASIC = ["title", "start", "end", "location", "speakers", "people", "abstract", "is_talk"]
KNOWN = [
    *(Known(("timetable.json", *CALENDARS), field, "theirs", "namesakes have no identifier to show",
            lambda title, expected, seen: title == "Both of one name") for field in ("people", "speakers")),
    Known(("export.ics",), "location", "theirs", "the venue is before the room, and nothing tells them apart",
          lambda title, expected, seen: sorted(words(expected)) == sorted(words(seen))),
    Known(CALENDARS, "abstract", "theirs", "paragraphs and items of a list run together",
          lambda title, expected, seen: "".join(expected) == "".join(seen)),
]


def words(places):
    return " ".join(places).replace("(", "").replace(")", "").split()


every = [Form(name, str(folder / name), fields) for name, fields in [
    ("timetable.json", [*BASIC, "track", "page", "ids", "links"]), ("contributions.ics", [*BASIC, "page", "ids"]),
    ("sessions.ics", [*BASIC, "ids"]), ("export.ics", [*BASIC, "page"])]]
truth = json.loads((folder / "truth.json").read_text())


def of_calendar(form, session):
    """What a calendar says of a session: authors are speakers too, and no one is named in the text."""
    speakers = session["speakers"] + (session.get("authors", []) if form != "export.ics" else [])
    if form == "sessions.ics" and session.get("remarks") and not session["is_talk"]:
        speakers = [line.split(": ")[1].split(" (")[0] for line in session["remarks"].splitlines()]
    return {**session, "speakers": speakers, "remarks": "", "is_talk": True}


judge = Judge(program, KNOWN)
judge.compare(every[0], truth)
for each in every[1:]:
    calendar = {**truth, "sessions": [of_calendar(each.name, session) for session in truth["sessions"]]}
    # The calendar of sessions has the talks outside of sessions, too.
    judge.compare(each, calendar, lambda session, in_sessions=each.name == "sessions.ics":
                  "-contribution-" in session["ids"][0] and not (in_sessions and session["track"])
                  or in_sessions and "-session-block-" in session["ids"][0])
for one in every[:2]:
    for other in every[:2]:
        if one != other:
            judge.stars(one, other)
judge.absent(every[0], "@example.org")
for name in ("export.json", "export.xml", "export.atom"):
    judge.refused(folder / name)
judge.warned(folder / "event.ics", "event.ics?scope=contribution")
print(truth["producer"])
sys.exit(judge.finish())
