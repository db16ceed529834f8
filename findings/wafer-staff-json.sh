#!/usr/bin/env bash
# wafer cannot write its schedule.json for staff as soon as a talk in the schedule has a track.
#
# The view puts the Track object itself into the answer, not its name, and JSON has no such type. The
# request ends with an exception: status 500 for the video team that fetches the file.
#
# Installs wafer in a temporary folder, schedules one talk, and requests the file before and after the
# talk gets a track. Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
version=${1:-0.17.0}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "wafer==$version"
cat >"$folder/producer_settings.py" <<PYTHON
from wafer.settings import *
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "$folder/db.sqlite3"}}
CACHES = {name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
          for name in ("default", "wafer_cache")}
ALLOWED_HOSTS = ["*"]
LOGGING = {"version": 1, "disable_existing_loggers": True}
PYTHON
cd "$folder"
DJANGO_SETTINGS_MODULE=producer_settings PYTHONPATH=$folder environment/bin/python - <<'PYTHON'
import datetime
import sys

import django

django.setup()
from django.contrib.auth import get_user_model  # noqa: E402 -- the settings come first
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from wafer import __version__  # noqa: E402
from wafer.schedule.admin import validate_schedule  # noqa: E402
from wafer.schedule.models import ScheduleBlock, ScheduleItem, Slot, Venue  # noqa: E402
from wafer.talks.models import ACCEPTED, Talk, Track  # noqa: E402

call_command("migrate", verbosity=0)
start = datetime.datetime(2026, 10, 24, 8, tzinfo=datetime.timezone.utc)
end = start + datetime.timedelta(hours=1)
staff = get_user_model().objects.create_user("staff", "staff@example.org", "none", is_staff=True)
block = ScheduleBlock.objects.create(start_time=start, end_time=end)
venue = Venue.objects.create(name="Hall", notes="")
venue.blocks.add(block)
talk = Talk.objects.create(title="A talk", abstract="Text.", corresponding_author=staff, status=ACCEPTED)
talk.authors.add(staff)
item = ScheduleItem.objects.create(venue=venue, talk=talk)
item.slots.add(Slot.objects.create(start_time=start, end_time=end))
if validate_schedule():
    sys.exit("the schedule is not valid")
client = Client(raise_request_exception=False)
client.force_login(staff)
before = client.get("/schedule/schedule.json").status_code
talk.track = Track.objects.create(name="Track", description="Track")
talk.save()
after = client.get("/schedule/schedule.json").status_code
try:
    strict = Client()
    strict.force_login(staff)
    strict.get("/schedule/schedule.json")
    reason = "none"
except TypeError as error:
    reason = str(error)
print(f"wafer {__version__}, Django {django.get_version()}: /schedule/schedule.json for staff")
print(f"expected: status 200 with and without a track; seen: {before} without, {after} with a track ({reason})")
sys.exit(0 if (before, after) == (200, 500) else 1)
PYTHON
