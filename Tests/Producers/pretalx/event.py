"""Makes an event in pretalx's own database and writes its exports, and the database as truth.json.

Run in an environment with pretalx installed: event.py FOLDER. FOLDER receives the files.
"""
import datetime as dt
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from django_event import MARKDOWN, set_up  # noqa: E402 -- the path comes first

folder = pathlib.Path(sys.argv[1])
HOST = "pretalx.example.org"
config = folder / "pretalx.cfg"
config.write_text(f"""[filesystem]
data = {folder / 'data'}
[site]
url = https://{HOST}
debug = False
secret = none
[database]
backend = sqlite3
name = {folder / 'db.sqlite3'}
""")
os.environ["PRETALX_CONFIG_FILE"] = str(config)
# Without a server for the cache.
set_up(folder, """from pretalx.settings import *
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
SESSION_ENGINE = "django.contrib.sessions.backends.db"
""")

from django.core.files.base import ContentFile  # noqa: E402
from django.test import Client  # noqa: E402
from django_scopes import scope, scopes_disabled  # noqa: E402
from i18nfield.strings import LazyI18nString  # noqa: E402
from pretalx import __version__  # noqa: E402
from pretalx.event.domain.event import create_event  # noqa: E402
from pretalx.event.domain.organiser import create_organiser_with_team  # noqa: E402
from pretalx.person.domain.user import create_user  # noqa: E402
from pretalx.person.models import SpeakerProfile, User  # noqa: E402
from pretalx.schedule.domain.release import freeze_schedule  # noqa: E402
from pretalx.schedule.domain.slot import move_slot  # noqa: E402
from pretalx.schedule.enums import SlotType  # noqa: E402
from pretalx.schedule.models import Room  # noqa: E402
from pretalx.submission.domain.submission import create_submission, update_talk_slots  # noqa: E402
from pretalx.submission.models import Resource, Submission, SubmissionType, Tag, Track  # noqa: E402

# Title, speakers, track, room, (start, minutes) of each slot, planned minutes, and more. Times are in UTC.
# The clocks of Berlin go back on 25 October 2026 at 01:00 UTC.
TALKS = [
    ("Opening: welcome - and more", ["anna"], "web", "hall", [("2026-10-24 08:00", 30)], 30,
     dict(abstract="Hello.", description="Long text.", files=True)),
    ("Both of one name", ["chris1", "chris2"], None, "hall", [("2026-10-24 09:00", 45)], 30, {}),
    ("Twice & again", ["zoe"], "sys", "cellar", [("2026-10-24 11:00", 90), ("2026-10-26 08:00", 90)], 90,
     dict(type="workshop", abstract="Two turns.")),
    ("Past midnight", ["anna", "pat"], "sys", "hall", [("2026-10-24 21:30", 75)], 75, {}),
    ("After midnight", ["zoe"], "web", "cellar", [("2026-10-24 23:30", 60)], 60, dict(do_not_record=True)),
    ("Through the repeated hour", ["chris1"], "web", "hall", [("2026-10-25 00:30", 45)], 45, {}),
    ("In the second of two hours", ["chris2"], "web", "cellar", [("2026-10-25 01:30", 20)], 20, {}),
    ("All online", ["anna"], "web", None, [("2026-10-25 14:00", 60)], 60, dict(abstract="Only a link.")),
    ("Generics", ["pat"], "sys", "hall", [("2026-10-25 10:00", 30)], 30, dict(abstract=MARKDOWN)),
    ("Ümläute <b>fett</b>", ["zoe", "anna"], "sys", "hall", [("2026-10-25 11:00", 30)], 30,
     dict(locale="de", abstract="Kurz.\n\nUnd noch ein Absatz.", tags=["für Anfänger", "Rätsel"])),
    ("Nobody yet", [], None, "cellar", [("2026-10-26 10:00", 30)], 30, {}),
    ("Not confirmed", ["anna"], "web", "hall", [("2026-10-26 11:00", 30)], 30, dict(confirmed=False)),
    ("Never scheduled", ["anna"], "web", None, [], 30, {}),
]
# A title in each language, the room, the start, and minutes.
BREAKS = [
    ({"en": "Lunch", "de": "Mittagessen"}, "hall", "2026-10-24 10:00", 60),
    ({"en": "", "de": "Kaffee"}, "cellar", "2026-10-25 12:00", 30),
    ({"en": "Lunch", "de": "Mittagessen"}, "hall", "2026-10-25 11:30", 60),
    ("Night", "cellar", "2026-10-25 00:00", 90),
]


def moment(text):
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.timezone.utc)


def build():
    user = create_user(email="orga@example.org", name="Orga", timezone="Europe/Berlin", locale="en")
    User.objects.filter(pk=user.pk).update(is_administrator=True)
    organiser, _ = create_organiser_with_team(name="Org", slug="org", users=[user])
    event = create_event(
        organiser=organiser, locales=["en", "de"], name=LazyI18nString({"en": "Hard & Co", "de": "Hart & Co"}),
        slug="hard26", is_public=True, date_from=dt.date(2026, 10, 24), date_to=dt.date(2026, 10, 26),
        timezone="Europe/Berlin", email="orga@example.org", locale="en")
    with scope(event=event):
        event.feature_flags["present_multiple_times"] = True
        event.save()
        rooms = {
            "hall": Room.objects.create(
                event=event, position=1, capacity=500,
                name=LazyI18nString({"en": "Great Hall", "de": "Großer Saal"}),
                description=LazyI18nString({"en": "Ground floor, left", "de": "Erdgeschoss, links"})),
            "cellar": Room.objects.create(event=event, position=2, name="Cellar & Attic")}
        tracks = {
            "web": Track.objects.create(
                event=event, color="#ff00aa", name=LazyI18nString({"en": "Web & Apps", "de": "Netz & Apps"})),
            "sys": Track.objects.create(event=event, color="#00ff00", name="Systems")}
        types = {
            "talk": event.cfp.default_type,
            "workshop": SubmissionType.objects.create(
                event=event, default_duration=90, name=LazyI18nString({"en": "Workshop", "de": "Werkstatt"}))}
        people = {}
        for key, name, biography in [
                ("anna", "Anna Berg", "Writes **compilers**."), ("chris1", "Chris Miller", "From the north."),
                ("chris2", "Chris Miller", "From the south."), ("zoe", "Zoë Núñez-Ó Briain", ""),
                ("pat", "O'Neil, Pat", "Has a comma.")]:
            user = create_user(email=f"{key}@example.org", name=name, timezone="Europe/Berlin", locale="en")
            people[key] = SpeakerProfile.objects.create(user=user, event=event, name=name, biography=biography)
        for title, speakers, track, room, turns, planned, more in TALKS:
            submission = create_submission(
                submission=Submission(
                    event=event, title=title, submission_type=types[more.get("type", "talk")],
                    track=tracks.get(track), abstract=more.get("abstract"), description=more.get("description"),
                    content_locale=more.get("locale", "en"), duration=planned, slot_count=max(1, len(turns)),
                    do_not_record=more.get("do_not_record", False)),
                user=people[speakers[0]].user if speakers else user, speakers=[])
            for key in speakers:
                submission.speakers.add(people[key])
            for tag in more.get("tags", []):
                submission.tags.add(Tag.objects.create(event=event, tag=tag, color="#000000"))
            if more.get("files"):
                Resource.objects.create(
                    submission=submission, description="Slides online", link="https://example.org/s?a=1&b=2")
                resource = Resource(submission=submission, description="Slides (PDF)")
                resource.resource.save("slides.pdf", ContentFile(b"%PDF-1.4"))
            submission.accept()
            if more.get("confirmed", True):
                submission.confirm()
            update_talk_slots(submission)
            slots = event.wip_schedule.talks.filter(submission=submission).order_by("pk")
            for slot, (start, minutes) in zip(slots, turns, strict=False):
                move_slot(slot, moment(start), room=rooms.get(room), duration=minutes)
        for title, room, start, minutes in BREAKS:
            event.wip_schedule.talks.create(
                description=LazyI18nString(title), slot_type=SlotType.BREAK, room=rooms[room],
                start=moment(start), end=moment(start) + dt.timedelta(minutes=minutes), is_visible=True)
        freeze_schedule(event.wip_schedule, "0.1", notify_speakers=False)
        event = type(event).objects.get(pk=event.pk)
        moved = event.wip_schedule.talks.get(submission__title="Both of one name")
        move_slot(moved, moment("2026-10-24 09:15"), room=rooms["cellar"], duration=45)
        freeze_schedule(event.wip_schedule, "1.0", notify_speakers=False)
        return type(event).objects.get(pk=event.pk)


def truth(event, version):
    """The sessions and people of a version, from the database."""
    schedule = event.schedules.get(version=version)
    sessions = []
    for slot in schedule.talks.filter(is_visible=True).order_by("start", "pk"):
        talk = slot.submission
        titles = talk.title if talk else slot.description.data
        if not isinstance(titles, str):
            titles = titles.get("en") or next(text for text in titles.values() if text)
        sessions.append({
            "ids": [talk.code] if talk else [],
            "is_talk": talk is not None,
            "title": titles,
            "start": slot.start.isoformat(), "end": slot.end.isoformat(),
            "locations": [slot.room.name.localize("en")] if slot.room else [],
            "speakers": [person.get_display_name() for person in talk.sorted_speakers] if talk else [],
            "codes": [person.code for person in talk.sorted_speakers] if talk else [],
            "track": talk.track.name.localize("en") if talk and talk.track else None,
            "type": talk.submission_type.name.localize("en") if talk else None,
            "language": talk.content_locale if talk else None,
            "remarks": "Not recorded." if talk and talk.do_not_record else "",
            "abstract": (talk.abstract or "") if talk else "",
            "description": (talk.description or "") if talk else "",
            "page": talk.urls.public.full() if talk else None,
            "links": [[each.description, each.url] for each in talk.public_resources.all()] if talk else []})
    profiles = SpeakerProfile.objects.filter(event=event)
    return {
        "producer": f"pretalx {__version__}", "title": event.name.localize("en"), "zone": event.timezone,
        "sessions": sessions,
        "people": {each.code: [each.get_display_name(), each.biography or ""] for each in profiles}}


with scopes_disabled():
    event = build()
    client = Client(headers={"host": HOST, "accept-language": "en"})
    # Versions other than the current one have the data of the widget, and no exports.
    for version, names in [("0.1", ["widget.json"]), ("1.0", ["widget.json", "json", "xml", "ics", "xcal"])]:
        with scope(event=event):
            (folder / f"truth-{version}.json").write_text(json.dumps(truth(event, version)))
        for name in names:
            path = "widgets/schedule.json" if name == "widget.json" else f"export/schedule.{name}"
            place = f"v/{version}/" if version == "0.1" else ""
            answer = client.get(f"/{event.slug}/schedule/{place}{path}", secure=True)
            if answer.status_code != 200:
                sys.exit(f"{place}{path}: status {answer.status_code}")
            (folder / f"schedule-{version}.{name}").write_bytes(answer.content)
    answer = client.get(f"/{event.slug}/schedule/feed.xml", secure=True)
    (folder / "feed.xml").write_bytes(answer.content)
