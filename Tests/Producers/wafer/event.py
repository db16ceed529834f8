"""Makes a conference in wafer's own database and writes its exports, and the database as truth.json.

Run in an environment with wafer installed: event.py FOLDER. FOLDER receives the files.
"""
import datetime as dt
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from django_event import MARKDOWN, set_up  # noqa: E402 -- the path comes first

folder = pathlib.Path(sys.argv[1])
HOST = "wafer.example.org"
set_up(folder, f"""from wafer.settings import *
DATABASES = {{"default": {{"ENGINE": "django.db.backends.sqlite3", "NAME": {str(folder / 'db.sqlite3')!r}}}}}
TIME_ZONE = "Europe/Berlin"
CACHES = {{name: {{"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}}
          for name in ("default", "wafer_cache")}}
ALLOWED_HOSTS = ["{HOST}"]
WAFER_CONFERENCE_ACRONYM = "hard26"
WAFER_TALK_LANGUAGES = (("en", "English"), ("de", "German"))
""")

from django.contrib.auth import get_user_model  # noqa: E402
from django.contrib.sites.models import Site  # noqa: E402
from django.test import Client  # noqa: E402
from wafer import __version__  # noqa: E402
from wafer.pages.models import Page  # noqa: E402
from wafer.schedule.admin import validate_schedule  # noqa: E402
from wafer.schedule.models import ScheduleBlock, ScheduleItem, Slot, Venue  # noqa: E402
from wafer.talks.models import ACCEPTED, CANCELLED, Talk, TalkType, Track  # noqa: E402

# The clocks of Berlin go back on 25 October 2026 at 01:00 UTC. Times are in UTC.
BLOCKS = [("2026-10-24 06:00", "2026-10-25 02:00"), ("2026-10-25 07:00", "2026-10-26 02:00")]
# A title, authors, track, type, venue, and the borders of its consecutive slots.
TALKS = [
    ("Opening: welcome - and more", ["anna"], "web", "talk", "hall", ["2026-10-24 08:00", "2026-10-24 08:30"],
     "Hello."),
    ("Both of one name", ["chris1", "chris2"], None, "talk", "hall", ["2026-10-24 09:00", "2026-10-24 09:45"],
     "Two people."),
    ("Over three slots", ["zoe"], "sys", "workshop", "cellar",
     ["2026-10-24 11:00", "2026-10-24 11:30", "2026-10-24 12:15", "2026-10-24 13:00"], "A long one."),
    ("Past midnight", ["anna", "pat"], "sys", "talk", "hall", ["2026-10-24 21:30", "2026-10-24 22:45"], "Late."),
    ("Through the repeated hour", ["chris1"], "web", "talk", "hall", ["2026-10-25 00:30", "2026-10-25 01:15"],
     "The clock goes back."),
    ("In the second of two hours", ["chris2"], "web", "talk", "cellar", ["2026-10-25 01:30", "2026-10-25 01:50"],
     "The same clock again."),
    ("Generics", ["pat"], "sys", "talk", "hall", ["2026-10-25 10:00", "2026-10-25 10:30"], MARKDOWN),
    ("Ümläute <b>fett</b> & more", ["zoe", "anna"], "sys", None, "hall", ["2026-10-25 11:00", "2026-10-25 11:30"],
     "Kurz.\n\nUnd noch ein Absatz."),
    ("Called off", ["anna"], "web", "talk", "hall", ["2026-10-25 13:00", "2026-10-25 13:30"], "Not any more."),
]
# A page in each of its slots: venue and borders.
PAGES = [
    ("Lunch", "lunch", [("hall", "2026-10-24 10:00", "2026-10-24 11:00"),
                        ("hall", "2026-10-25 12:00", "2026-10-25 13:00")], [], "Food."),
    ("Party & Dance", "party", [("cellar", "2026-10-25 20:00", "2026-10-26 01:00")], ["anna"], "Until late."),
]


def moment(text):
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.timezone.utc)


site = Site.objects.get(pk=1)
site.domain, site.name = HOST, "Hard & Co"
site.save()
people = {}
for key, first, last in [
        ("anna", "Anna", "Berg"), ("chris1", "Chris", "Miller"), ("chris2", "Chris", "Miller"),
        ("zoe", "Zoë", "Núñez-Ó Briain"), ("pat", "Pat", "O'Neil, Jr.")]:
    people[key] = get_user_model().objects.create_user(
        key, f"{key}@example.org", "none", first_name=first, last_name=last)
    people[key].userprofile.bio = f"About **{first}**."
    people[key].userprofile.save()
blocks = [ScheduleBlock.objects.create(start_time=moment(start), end_time=moment(end)) for start, end in BLOCKS]
venues = {
    "hall": Venue.objects.create(order=1, name="Great Hall", notes="Ground floor, left"),
    "cellar": Venue.objects.create(order=2, name="Cellar & Attic", notes="")}
for venue in venues.values():
    venue.blocks.set(blocks)
tracks = {key: Track.objects.create(name=name, description=name) for key, name in [
    ("web", "Web & Apps"), ("sys", "Systems")]}
types = {key: TalkType.objects.create(name=name, description=name) for key, name in [
    ("talk", "Talk"), ("workshop", "Workshop")]}


def slots(borders):
    """The slots between borders; each follows the one before it."""
    made, previous = [], None
    for start, end in zip(borders, borders[1:], strict=False):
        previous = Slot.objects.create(
            start_time=None if previous else moment(start), previous_slot=previous, end_time=moment(end))
        previous.full_clean()
        made.append(previous)
    return made


truth = []


def note(item, start, end, **facts):
    page = f"https://{HOST}{item.get_url()}"
    truth.append({
        "item": item, "start": moment(start).isoformat(), "end": moment(end).isoformat(),
        "locations": [item.venue.name], "page": page, "links": [], **facts})


for title, authors, track, kind, venue, borders, abstract in TALKS:
    talk = Talk.objects.create(
        title=title, abstract=abstract, talk_type=types.get(kind), track=tracks.get(track), language="en",
        corresponding_author=people[authors[0]], status=CANCELLED if title == "Called off" else ACCEPTED)
    talk.authors.set([people[key] for key in authors])
    item = ScheduleItem.objects.create(venue=venues[venue], talk=talk)
    item.slots.set(slots(borders))
    note(item, borders[0], borders[-1], title=title, is_talk=True, track=talk.track and talk.track.name,
         type=talk.talk_type and talk.talk_type.name, abstract=abstract,
         speakers=[author.userprofile.display_name() for author in talk.authors.all()])
for title, slug, turns, who, content in PAGES:
    page = Page.objects.create(name=title, slug=slug, content=content)
    page.people.set([people[key] for key in who])
    for venue, start, end in turns:
        item = ScheduleItem.objects.create(venue=venues[venue], page=page)
        item.slots.set(slots([start, end]))
        note(item, start, end, title=title, is_talk=True, track=None, type=None,
             abstract=content if who else "", speakers=[person.userprofile.display_name() for person in page.people.all()])
errors = validate_schedule()
if errors:
    sys.exit("\n".join(errors))
for each in truth:
    # The GUID of a page depends on the number of its items, so it is final only now.
    item = each.pop("item")
    each["ids"] = [str(item.guid), item.pk]
(folder / "truth.json").write_text(json.dumps({
    "producer": f"wafer {__version__}", "title": "Hard & Co", "zone": "Europe/Berlin", "sessions": truth}))

client = Client(headers={"host": HOST}, raise_request_exception=False)
staff = get_user_model().objects.create_user("staff", "staff@example.org", "none", is_staff=True)
for who in (None, staff):
    if who:
        client.force_login(who)
    for name in ("pentabarf.xml", "schedule.ics", "schedule.json"):
        answer = client.get(f"/schedule/{name}")
        if answer.status_code == 200:
            (folder / (f"staff-{name}" if who else name)).write_bytes(answer.content)
        elif name != "schedule.json":
            # wafer 0.17.0 fails to write its JSON for staff if a talk has a track.
            sys.exit(f"{name}: status {answer.status_code}")
