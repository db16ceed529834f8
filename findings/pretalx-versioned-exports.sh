#!/usr/bin/env bash
# pretalx redirects requests for an export of an earlier version to an address that does not exist.
#
# EVENT/schedule.json?version=0.1 leads to EVENT/schedule/v/0.1.json. pretalx has a route for that address,
# and for EVENT/schedule/v/0.1/export/schedule.json, but names these routes "versioned-export…". The view
# looks for an exporter by the name of the route and removes only "export." from it, so it finds none: 404.
# The data of the widget and the page of the same version are there.
#
# Installs pretalx in a temporary folder, releases two versions of a schedule, and requests these addresses.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without Python 3.13 or newer.
set -euo pipefail
version=${1:-2026.2.1} python=${PYTHON:-python3}
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 13))'; then
  echo "pretalx $version needs Python 3.13 or newer; name one in the variable PYTHON" >&2
  exit 69
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet "pretalx==$version"
cat >"$folder/pretalx.cfg" <<CONFIG
[filesystem]
data = $folder/data
[site]
url = https://pretalx.example.org
debug = False
secret = none
[database]
backend = sqlite3
name = $folder/db.sqlite3
CONFIG
cat >"$folder/producer_settings.py" <<'PYTHON'
from pretalx.settings import *
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
SESSION_ENGINE = "django.contrib.sessions.backends.db"
STORAGES = {"default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
LOGGING = {"version": 1, "disable_existing_loggers": True}
PYTHON
cd "$folder"
export PRETALX_CONFIG_FILE=$folder/pretalx.cfg DJANGO_SETTINGS_MODULE=producer_settings PYTHONPATH=$folder
environment/bin/python -W ignore - 2>/dev/null <<'PYTHON'
import datetime as dt
import sys

import django

django.setup()
from django.core.management import call_command  # noqa: E402 -- the settings come first
from django.test import Client  # noqa: E402
from django_scopes import scope, scopes_disabled  # noqa: E402
from pretalx import __version__  # noqa: E402
from pretalx.event.domain.event import create_event  # noqa: E402
from pretalx.event.domain.organiser import create_organiser_with_team  # noqa: E402
from pretalx.person.domain.user import create_user  # noqa: E402
from pretalx.schedule.domain.release import freeze_schedule  # noqa: E402
from pretalx.schedule.domain.slot import move_slot  # noqa: E402
from pretalx.schedule.models import Room  # noqa: E402
from pretalx.submission.domain.submission import create_submission  # noqa: E402
from pretalx.submission.models import Submission  # noqa: E402

call_command("migrate", verbosity=0)
with scopes_disabled():
    user = create_user(email="orga@example.org", name="Orga", timezone="UTC", locale="en")
    organiser, _ = create_organiser_with_team(name="Org", slug="org", users=[user])
    event = create_event(
        organiser=organiser, locales=["en"], name="Fair", slug="fair", is_public=True, timezone="UTC", locale="en",
        date_from=dt.date(2026, 10, 24), date_to=dt.date(2026, 10, 24), email="orga@example.org")
    with scope(event=event):
        room = Room.objects.create(event=event, name="Hall", position=1)
        talk = create_submission(
            submission=Submission(event=event, title="A talk", submission_type=event.cfp.default_type), user=user)
        talk.accept()
        talk.confirm()
        start = dt.datetime(2026, 10, 24, 8, tzinfo=dt.timezone.utc)
        for version in ("0.1", "1.0"):
            event = type(event).objects.get(pk=event.pk)
            slot = event.wip_schedule.talks.get(submission=talk)
            move_slot(slot, start, room=room, duration=30)
            freeze_schedule(event.wip_schedule, version, notify_speakers=False)
            start += dt.timedelta(hours=1)
    client = Client(headers={"host": "pretalx.example.org"}, raise_request_exception=False)
    seen = {}
    for path in ["schedule.json", "schedule.json?version=0.1", "schedule/v/0.1.json",
                 "schedule/v/0.1/export/schedule.json", "schedule/v/0.1.xml", "schedule/v/1.0.json",
                 "schedule/v/0.1/widgets/schedule.json"]:
        answer = client.get(f"/fair/{path}", secure=True)
        seen[path] = answer.status_code
        print(f"/fair/{path}: {answer.status_code} {answer.headers.get('Location', '')}".rstrip())
print(f"pretalx {__version__}, Django {django.get_version()}")
print("expected: each version has its exports at the address of the redirect; seen: the exports of every version "
      "are 404, the redirect leads there, and the widget's data of the version is 200")
sys.exit(0 if list(seen.values()) == [200, 301, 404, 404, 404, 404, 200] else 1)
PYTHON
