#!/usr/bin/env bash
# Radicale cuts the value of a property that it does not know at the first comma.
#
# Only lists such as CATEGORIES have commas as separators. vobject, which reads for Radicale, treats every
# property outside its table of RFC 5545 as text, splits the value at commas and keeps the first part.
# The table lacks RFC 7986 of 2016: the addresses of IMAGE and CONFERENCE are cut, as are HTML descriptions in
# X-ALT-DESC and the coordinates in X-APPLE-STRUCTURED-LOCATION. The upload succeeds; the rest is not stored.
#
# Installs Radicale in a temporary folder, starts it on this machine, uploads an event and reads it.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d) server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet radicale==3.9.0 vobject==0.9.9
cd "$folder"
port=$(python3 -c 'import socket
print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])')
environment/bin/radicale --config "" --auth-type none --storage-filesystem-folder radicale \
  --server-hosts "127.0.0.1:$port" >radicale.log 2>&1 &
server=$!
environment/bin/python - "$port" <<'PYTHON'
import base64
import sys
import time
import urllib.error
import urllib.request

LINES = [
    "URL:https://example.org/talk?parts=1,2", "ATTACH:https://example.org/1,2.pdf",
    "CONFERENCE;VALUE=URI:https://example.org/rooms/1,2", "IMAGE;VALUE=URI:https://example.org/1,2.png",
    "X-ALT-DESC;FMTTYPE=text/html:<p>First, second</p>",
    "X-APPLE-STRUCTURED-LOCATION;VALUE=URI:geo:52.52,13.40"]
EVENT = "\r\n".join([
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VEVENT", "UID:talk",
    "DTSTAMP:20260101T000000Z", "DTSTART:20261024T120000Z", *LINES, "SUMMARY:A talk", "END:VEVENT",
    "END:VCALENDAR", ""]).encode()
address = f"http://127.0.0.1:{sys.argv[1]}/user/calendar/"


def answer(method, path="", body=None):
    request = urllib.request.Request(address + path, data=body, method=method, headers={
        "Authorization": "Basic " + base64.b64encode(b"user:user").decode(),
        **({"Content-Type": "text/calendar"} if body else {})})
    for attempt in range(100):
        try:
            with urllib.request.urlopen(request) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(0.2)
    sys.exit("the server does not answer")


answer("MKCALENDAR")
status, _ = answer("PUT", "talk.ics", EVENT)
stored = answer("GET", "talk.ics")[1].splitlines()
print(f"Radicale 3.9.0 with vobject 0.9.9, status of the upload: {status}; expected each line unchanged")
whole = []
for line in LINES:
    name = line.split(":")[0]
    back = next(each for each in stored if each.startswith(name))
    whole.append(back == line)
    print(f"uploaded {line}; seen {back}")
sys.exit(0 if status == 201 and whole == [True, True, False, False, False, False] else 1)
PYTHON
