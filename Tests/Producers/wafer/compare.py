"""Compares konf's answers about wafer's exports with wafer's database: compare.py KONF FOLDER."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from judge import Form, Judge, Known  # noqa: E402 -- the path comes first

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])

BASIC = ["title", "start", "end", "location", "is_talk"]
XML = ("pentabarf.xml", "staff-pentabarf.xml")
KNOWN = [
    Known(XML, field, "theirs", "in the second of two equal hours, the xml has the offset of summer",
          lambda title, expected, seen: title == "In the second of two hours" and expected - seen == 3600)
    for field in ("start", "end")] + [
    Known(XML, "abstract", "theirs", "every page says that it is not recorded",
          lambda title, expected, seen: title == "Party & Dance" and seen == ["Not", "recorded", *expected])]
every = [
    Form(name, str(folder / name), fields) for name, fields in [
        ("pentabarf.xml", [*BASIC, "speakers", "people", "abstract", "track", "type", "page", "ids"]),
        ("staff-pentabarf.xml", [*BASIC, "speakers", "people", "abstract", "track", "type", "page", "ids"]),
        ("schedule.ics", [*BASIC])]]
truth = json.loads((folder / "truth.json").read_text())
judge = Judge(program, KNOWN)
for each in every:
    judge.compare(each, truth)
judge.agree(every)
for one in every:
    for other in every:
        if one != other:
            judge.stars(one, other)
# The file for staff has mail addresses, which konf never shows.
judge.absent(every[1], "@example.org")
print(truth["producer"])
sys.exit(judge.finish())
