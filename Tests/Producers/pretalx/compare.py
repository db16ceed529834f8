"""Compares konf's answers about pretalx's exports with pretalx's database: compare.py KONF FOLDER."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from judge import Form, Judge, Known  # noqa: E402 -- the path comes first

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])

BASIC = ["title", "start", "end", "location", "speakers", "people", "abstract", "is_talk"]
FULL = [*BASIC, "track", "type", "language", "page", "ids", "links"]
NAMESAKES = "Both of one name"
REPEATED = ("Through the repeated hour", "In the second of two hours")
KNOWN = [
    *(Known(("ics",), field, "theirs", "titles of a calendar do not tell namesakes apart",
            lambda title, expected, seen: title == NAMESAKES) for field in ("speakers", "people")),
    Known(("ics",), "speakers", "theirs", "in titles of a calendar, a name with a comma is two names",
          lambda title, expected, seen: sorted(part for each in expected for part in each.split(", ")) == seen),
    Known(("ics",), "people", "theirs", "in titles of a calendar, a name with a comma is two names",
          lambda title, expected, seen: title in ("Past midnight", "Generics") and seen == expected + 1),
    *(Known(("ics",), field, "theirs", "times of a calendar do not tell the two equal hours apart",
            lambda title, expected, seen: title in REPEATED and (seen is None or expected - seen == 3600))
      for field in ("start", "end")),
    Known(("ics",), "abstract", "theirs", "it does not say that a talk is not recorded",
          lambda title, expected, seen: expected == ["Not", "recorded", *seen]),
    Known(("ics", "widget.json", "old widget.json"), "abstract", "theirs", "it lacks the long description",
          lambda title, expected, seen: title.startswith("Opening") and expected[:len(seen)] == seen),
]


def form(name, fields, version="1.0"):
    return Form(name, str(folder / f"schedule-{version}.{name}"), fields)


WIDGET = [*BASIC, "track", "language", "ids"]
every = [
    form("json", FULL), form("xml", FULL), form("ics", [*BASIC, "page"]), form("widget.json", WIDGET)]
old = form("widget.json", WIDGET, "0.1")._replace(name="old widget.json")
truth = json.loads((folder / "truth-1.0.json").read_text())
judge = Judge(program, KNOWN)
for each in every:
    # Only the widget has breaks, and talks without a room.
    is_widget = each.name == "widget.json"
    judge.compare(each, truth, lambda session, is_widget=is_widget: is_widget or session["is_talk"] and session["locations"])
judge.compare(old, json.loads((folder / "truth-0.1.json").read_text()))
judge.agree(every)
for one in every:
    for other in every:
        if one != other:
            judge.stars(one, other)
    judge.stars(old, one, moved=True)
for name in ("schedule-1.0.xcal", "feed.xml"):
    judge.refused(folder / name)
print(truth["producer"])
sys.exit(judge.finish())
