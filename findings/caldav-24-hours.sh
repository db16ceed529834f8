#!/usr/bin/env bash
# Two CalDAV servers store a length of 24 hours as a length of one day, which is 25 hours once a year.
#
# In iCalendar, PT24H is 24 hours and P1D ends at the same time of the next day (RFC 5545, 3.3.6). Radicale and
# Xandikos write each uploaded event anew, with vobject and icalendar. Both libraries keep a length as a number
# of seconds, so a client that uploads PT24H downloads P1D. An event of 24 hours that starts at 12:00 in Berlin
# on the day before the clocks go back then ends at 12:00 instead of 11:00.
#
# Installs both servers in a temporary folder, starts them on this machine, uploads an event and reads it.
# Ends with 0 if the behavior is as described, with 1 if it changed.
set -euo pipefail
folder=$(mktemp -d) servers=()
trap 'kill "${servers[@]}" || true; rm -rf "$folder"' EXIT
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet radicale==3.9.0 vobject==0.9.9 xandikos==0.4.10 icalendar==7.3.2
cd "$folder"
read -r first second < <(python3 -c 'import socket
sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
print(*[each.getsockname()[1] for each in sockets])')
environment/bin/radicale --config "" --auth-type none --storage-filesystem-folder radicale \
  --server-hosts "127.0.0.1:$first" >radicale.log 2>&1 &
servers+=($!)
environment/bin/xandikos serve -d xandikos --defaults -l 127.0.0.1 -p "$second" >xandikos.log 2>&1 &
servers+=($!)
environment/bin/python - "$first" "$second" <<'PYTHON'
import base64
import sys
import time
import urllib.error
import urllib.request

EVENT = "\r\n".join([
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VEVENT", "UID:hackathon",
    "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Europe/Berlin:20261024T120000", "DURATION:PT24H",
    "SUMMARY:Hackathon", "END:VEVENT", "END:VCALENDAR", ""]).encode()


def answer(method, address, body=None):
    request = urllib.request.Request(address, data=body, method=method, headers={
        "Authorization": "Basic " + base64.b64encode(b"user:user").decode(),
        **({"Content-Type": "text/calendar"} if body else {})})
    for attempt in range(100):
        try:
            with urllib.request.urlopen(request) as response:
                return response.read().decode()
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(0.2)
    sys.exit(f"no server at {address}")


seen = {}
for name, port, path in (("Radicale 3.9.0", 1, "user/calendar/"), ("Xandikos 0.4.10", 2, "user/calendars/talks/")):
    address = f"http://127.0.0.1:{sys.argv[port]}/{path}"
    answer("MKCALENDAR", address)
    answer("PUT", address + "hackathon.ics", EVENT)
    text = answer("GET", address + "hackathon.ics")
    seen[name] = [line for line in text.splitlines() if line.startswith("DURATION")]
    print(f"{name}: uploaded DURATION:PT24H, expected the same; seen {seen[name]}")
sys.exit(0 if all(lines == ["DURATION:P1D"] for lines in seen.values()) else 1)
PYTHON
