"""Makes a conference in Indico's own database and writes its exports, and the database as truth.json.

Run in an environment with Indico installed: event.py FOLDER. FOLDER receives the files. The variables
INDICO_TEST_DATABASE_URI and INDICO_TEST_REDIS_CACHE_URL name an empty database and a server for the cache.
"""
import datetime as dt
import html
import json
import os
import pathlib
import re
import sys

from indico.core.db import db
from indico.core.db.sqlalchemy.util.management import create_all_tables
from indico.web.flask.app import configure_db, make_app

folder = pathlib.Path(sys.argv[1])
HOST = "indico.example.org"
app = make_app(testing=True, config_override={
    "BASE_URL": f"https://{HOST}", "SMTP_SERVER": ("localhost", 0), "TEMP_DIR": str(folder), "CACHE_DIR": str(folder),
    "LOG_DIR": str(folder), "REDIS_CACHE_URL": os.environ["INDICO_TEST_REDIS_CACHE_URL"],
    "STORAGE_BACKENDS": {"default": "mem:"}, "ATTACHMENT_STORAGE": "default", "PLUGINS": set(),
    "SECRET_KEY": b"none" * 8, "SMTP_USE_CELERY": False, "DEFAULT_TIMEZONE": "Europe/Zurich"})
app.config["SQLALCHEMY_DATABASE_URI"] = os.environ["INDICO_TEST_DATABASE_URI"]
configure_db(app)

import indico  # noqa: E402 -- the application comes first
from indico.modules.attachments.models.attachments import Attachment, AttachmentType  # noqa: E402
from indico.modules.attachments.models.folders import AttachmentFolder  # noqa: E402
from indico.modules.categories.models.categories import Category  # noqa: E402
from indico.modules.events.contributions import contribution_settings  # noqa: E402
from indico.modules.events.contributions.models.contributions import Contribution  # noqa: E402
from indico.modules.events.contributions.models.persons import AuthorType, ContributionPersonLink  # noqa: E402
from indico.modules.events.models.events import Event, EventType  # noqa: E402
from indico.modules.events.models.persons import EventPerson  # noqa: E402
from indico.modules.events.sessions.models.blocks import SessionBlock  # noqa: E402
from indico.modules.events.sessions.models.persons import SessionBlockPersonLink  # noqa: E402
from indico.modules.events.sessions.models.sessions import Session  # noqa: E402
from indico.modules.events.timetable.models.breaks import Break  # noqa: E402
from indico.modules.events.timetable.models.entries import TimetableEntry  # noqa: E402
from indico.modules.users import User  # noqa: E402

HTML = "<p>One &amp; <b>two</b>.</p><ul><li>first</li><li>second</li></ul><p>5 &lt; 6</p>"
# The clocks of Zurich go forward on 28 March 2027 at 01:00 UTC. Times are in UTC.
# A title, speakers, authors, the room and the venue, a start, minutes, the session, and a text.
TALKS = [
    ("Opening", ["ann"], [], ("Main Hall", "Centre"), "2027-03-27 08:00", 45, "plenary", "<p>Hello.</p>"),
    ("Both of one name", ["chris1", "chris2"], ["ann"], ("Main Hall", "Centre"), "2027-03-27 08:45", 30, "plenary", HTML),
    ("Alone", ["zoe"], ["pat"], ("", "Centre"), "2027-03-27 10:00", 30, None, ""),
    ("Past midnight", ["pat"], [], ("Cellar", ""), "2027-03-27 22:30", 90, "night", "<p>Late.</p>"),
    ("After the change", ["zoe"], [], ("Cellar", ""), "2027-03-28 01:30", 30, "night", "Plain text."),
    ("Nobody", [], [], ("", ""), "2027-03-28 12:00", 20, None, "<p>No one.</p>"),
]
SESSIONS = [
    ("plenary", "Plenary", "First part", ("Main Hall", "Centre"), "2027-03-27 08:00", 90, ["ann"], "<p>All.</p>"),
    ("night", "Night", "", ("Cellar", ""), "2027-03-27 21:00", 330, [], ""),
]
BREAKS = [
    ("Coffee", ("Foyer", "Centre"), "2027-03-27 09:30", 30, None),
    ("Whole days", ("", ""), "2027-03-27 11:00", 1500, None),
    ("Tea", ("Cellar", ""), "2027-03-28 00:30", 30, "night"),
]
PEOPLE = {
    "ann": ("Ann", "Example", "Institute of A, Dept. B (North)"), "chris1": ("Chris", "Miller", "North"),
    "chris2": ("Chris", "Miller", "South"), "zoe": ("Zoë", "Núñez-Ó Briain", ""), "pat": ("Pat", "O'Neil", "Lab")}


def moment(text):
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.timezone.utc)


def plain(text):
    """The words of a text in HTML."""
    return html.unescape(re.sub("<[^>]*>", " ", text))


def place(room, venue):
    return {"inherit_location": False, "room_name": room, "venue_name": venue}


def build():
    root = Category.get_root()
    user = User(first_name="Orga", last_name="Nizer", email="orga@example.org", id=4000, is_admin=True)
    db.session.add(user)
    db.session.flush()
    event = Event(
        type_=EventType.conference, title="Hard & Co", category=root, creator=user, timezone="Europe/Zurich",
        start_dt=moment("2027-03-27 07:00"), end_dt=moment("2027-03-29 16:00"))
    db.session.add(event)
    # Numbers within an event are counted in another session of the database.
    db.session.commit()
    contribution_settings.set(event, "published", True)
    people = {}
    for key, (first, last, affiliation) in PEOPLE.items():
        people[key] = EventPerson(
            event=event, first_name=first, last_name=last, affiliation=affiliation, email=f"{key}@example.org")
        db.session.add(people[key])
    truth, blocks = [], {}

    def add(obj, start, parent=None):
        entry = TimetableEntry(event=event, parent=parent, object=obj, start_dt=moment(start))
        db.session.add(entry)
        db.session.flush()
        return entry

    def note(start, minutes, where, **facts):
        room, venue = where
        truth.append({
            "start": moment(start).isoformat(), "end": (moment(start) + dt.timedelta(minutes=minutes)).isoformat(),
            "locations": [f"{room} ({venue})" if room and venue else room or venue] if room or venue else [],
            "links": [], "page": None, "track": None, "language": None, "type": None, **facts})

    for key, title, part, where, start, minutes, conveners, text in SESSIONS:
        session = Session(event=event, title=title, description=text)
        db.session.add(session)
        db.session.flush()
        block = SessionBlock(
            session=session, title=part, duration=dt.timedelta(minutes=minutes), **place(*where))
        for each in conveners:
            block.person_links.append(SessionBlockPersonLink(person=people[each]))
        db.session.flush()
        blocks[key] = (add(block, start), session)
        lines = [f"Convener: {PEOPLE[each][0]} {PEOPLE[each][1]} ({PEOPLE[each][2]})" for each in conveners]
        note(start, minutes, where, title=f"{title}: {part}" if part else title, is_talk=False, speakers=[],
             ids=[f"indico-session-block-{block.id}@{HOST}"], abstract=plain(text), remarks="\n".join(lines),
             page=f"https://{HOST}/event/{event.id}/sessions/{session.id}/")
    for title, speakers, authors, where, start, minutes, key, text in TALKS:
        entry, session = blocks.get(key, (None, None))
        talk = Contribution(
            event=event, title=title, duration=dt.timedelta(minutes=minutes), description=text, session=session,
            session_block=entry.session_block if entry else None, **place(*where))
        for each in speakers:
            talk.person_links.append(ContributionPersonLink(person=people[each], is_speaker=True))
        for each in authors:
            talk.person_links.append(
                ContributionPersonLink(person=people[each], is_speaker=False, author_type=AuthorType.primary))
        db.session.add(talk)
        db.session.flush()
        add(talk, start, entry)
        links = [["web page", f"https://{HOST}/event/{event.id}/contributions/{talk.id}/"]]
        if title == "Opening":
            shelf = AttachmentFolder.get_or_create_default(talk)
            db.session.add(Attachment(
                folder=shelf, user=user, title="Slides", type=AttachmentType.link, link_url="https://example.org/s?a=1&b=2"))
            db.session.flush()
            links.append(["Slides", f"https://{HOST}{shelf.attachments[0].download_url}"])
        lines = ["Author: " + " ".join(PEOPLE[each][:2]) + (f" ({PEOPLE[each][2]})" if PEOPLE[each][2] else "")
                 for each in authors]
        note(start, minutes, where, title=title, is_talk=True, track=session.title if session else None,
             speakers=[" ".join(PEOPLE[each][:2]) for each in speakers],
             authors=[" ".join(PEOPLE[each][:2]) for each in authors],
             ids=[f"indico-contribution-{talk.id}@{HOST}", str(talk.id)], abstract=plain(text),
             remarks="\n".join(lines), links=links, page=links[0][1])
    for title, where, start, minutes, key in BREAKS:
        pause = Break(title=title, duration=dt.timedelta(minutes=minutes), **place(*where))
        entry = add(pause, start, blocks[key][0] if key else None)
        note(start, minutes, where, title=title, is_talk=False, speakers=[], ids=[f"b{entry.id}"], abstract="",
             track=blocks[key][1].title if key else None)
    db.session.commit()
    (folder / "truth.json").write_text(json.dumps({
        "producer": f"Indico {indico.__version__}", "title": event.title, "zone": event.timezone, "sessions": truth}))
    return event.id


with app.app_context():
    create_all_tables(db)
    with app.test_request_context():
        number = build()
app.testing = False
app.config["PROPAGATE_EXCEPTIONS"] = True
client = app.test_client()
for path, name in [
        (f"/export/timetable/{number}.json?nc=yes", "timetable.json"),
        (f"/event/{number}/event.ics?scope=contribution", "contributions.ics"),
        (f"/event/{number}/event.ics?scope=session", "sessions.ics"),
        (f"/event/{number}/event.ics", "event.ics"),
        (f"/export/event/{number}.ics?detail=contributions&nc=yes", "export.ics"),
        (f"/export/event/{number}.json?detail=contributions&nc=yes", "export.json"),
        (f"/export/event/{number}.xml?detail=contributions&nc=yes", "export.xml"),
        (f"/export/event/{number}.atom?nc=yes", "export.atom")]:
    answer = client.get(path, base_url=f"https://{HOST}")
    if answer.status_code != 200:
        sys.exit(f"{path}: status {answer.status_code}")
    (folder / name).write_bytes(answer.data)
