#!/usr/bin/env bash
# A schedule that pretalx-downstream imports keeps removed talks, and loses the languages.
#
# The plugin reads the schedule.xml of another event at intervals. It adds and moves talks but never looks for
# talks that are gone: they stay in each new version, in their rooms. It also tests the element of the language
# for truth, and an element without children counts as false: all talks get the language of the event.
#
# Installs pretalx and the plugin in a temporary folder, serves a schedule.xml on this machine and imports it.
# Ends with 0 if the behavior is as described, with 1 if it changed, with 69 without Python 3.13 or newer.
set -euo pipefail
python=${PYTHON:-python3}
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 13))'; then
  echo "pretalx 2026.2.1 needs Python 3.13 or newer; name one in the variable PYTHON" >&2
  exit 69
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet pretalx==2026.2.1 pretalx-downstream==1.6.0
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
cat >"$folder/import_settings.py" <<'PYTHON'
from pretalx.settings import *
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
SESSION_ENGINE = "django.contrib.sessions.backends.db"
LOGGING = {"version": 1, "disable_existing_loggers": True}
PYTHON
cd "$folder"
export PRETALX_CONFIG_FILE=$folder/pretalx.cfg DJANGO_SETTINGS_MODULE=import_settings PYTHONPATH=$folder
environment/bin/python -W ignore - 2>import.log <<'PYTHON' || { status=$?; cat import.log >&2; exit "$status"; }
import datetime as dt
import http.server
import sys
import threading
from importlib.metadata import version

import django

django.setup()
from django.core.management import call_command  # noqa: E402 -- the settings come first
from django_scopes import scope, scopes_disabled  # noqa: E402
from pretalx.event.domain.event import create_event  # noqa: E402
from pretalx.event.domain.organiser import create_organiser_with_team  # noqa: E402
from pretalx.event.models import Event  # noqa: E402
from pretalx.person.domain.user import create_user  # noqa: E402
from pretalx_downstream.tasks import task_refresh_upstream_schedule  # noqa: E402

EVENT = """<event id="{id}" guid="0000000{id}-0000-4000-8000-000000000000"><date>2026-10-24T{start}:00+00:00</date>
<start>{start}</start><duration>00:30</duration><room>Hall</room><slug>fair-{id}</slug><title>{title}</title><subtitle/>
<track/><type>Talk</type><language>de</language><abstract/><description/><persons/></event>"""


def schedule(name, talks):
    events = "".join(EVENT.format(id=i, start=start, title=title) for i, (title, start) in enumerate(talks, 1))
    return (f'<schedule><version>{name}</version><conference><acronym>fair</acronym><title>Fair</title></conference>'
            f'<day index="1" date="2026-10-24" start="2026-10-24T06:00:00+00:00" end="2026-10-25T05:59:00+00:00">'
            f'<room name="Hall">{events}</room></day></schedule>')


class Server(http.server.BaseHTTPRequestHandler):
    content = ""

    def do_GET(self):
        body = Server.content.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
call_command("migrate", verbosity=0)


def imported(*downloads):
    """The talks of the released schedule after each download."""
    seen = []
    for Server.content in downloads:
        task_refresh_upstream_schedule(event_slug="fair")
        with scopes_disabled():
            event = Event.objects.get(slug="fair")
        with scope(event=event):
            slots = event.current_schedule.talks.filter(is_visible=True, submission__isnull=False).order_by("start")
            seen.append([event.current_schedule.version,
                         *(f"{slot.start:%H:%M} {slot.submission.title} {slot.submission.content_locale}"
                           for slot in slots)])
    return seen


with scopes_disabled():
    user = create_user(email="orga@example.org", name="Orga", timezone="UTC", locale="en")
    organiser, _ = create_organiser_with_team(name="Org", slug="org", users=[user])
    event = create_event(
        organiser=organiser, locales=["en", "de"], name="Fair", slug="fair", is_public=True, timezone="UTC",
        locale="en", date_from=dt.date(2026, 10, 24), date_to=dt.date(2026, 10, 24), email="orga@example.org")
    event.plugins = "pretalx_downstream"
    event.settings.downstream_upstream_url = f"http://127.0.0.1:{server.server_port}/schedule.xml"
    event.save()
seen = imported(schedule("1", [("Knots", "10:00"), ("Sails", "11:00")]), schedule("2", [("Knots", "10:30")]))
print(f"pretalx {version('pretalx')}, pretalx-downstream {version('pretalx-downstream')}")
print(f"version 1 has two talks in German: expected 10:00 Knots de, 11:00 Sails de; seen {', '.join(seen[0][1:])}")
print(f"version 2 has only one, moved by 30 minutes: expected 10:30 Knots de; seen {', '.join(seen[1][1:])}")
known = [["1", "10:00 Knots en", "11:00 Sails en"], ["2", "10:30 Knots en", "11:00 Sails en"]]
sys.exit(0 if seen == known else 1)
PYTHON
