"""Schedules of two days, three rooms and twelve sessions, one in each format, for damage."""
import json

DAYS = ["2025-02-01", "2025-02-02"]
ROOMS = ["Hall", "Attic", "Cellar & Co"]
PEOPLE = ["Ada Long", "Bob Short", "Åsa Öst", "Dee D'Arcy"]


def sessions():
    """Number, day, room, start and people of each session."""
    number = 0
    for day in DAYS:
        for room in ROOMS:
            for start in ("10:00", "11:30"):
                number += 1
                yield number, day, room, start, [PEOPLE[number % 4], PEOPLE[(number + 1) % 4]][:1 + number % 2]


def guid(number):
    return f"{number:08x}-5a52-4f0e-9f57-{number * 7:012x}"


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def xml():
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>', "<!-- made for a test -->", "<schedule>",
        '  <generator name="none" version="1"/>', "  <conference>", "    <title>Sample &amp; Days</title>",
        "    <acronym>sample</acronym>", "    <start>2025-02-01</start>", "    <end>2025-02-02</end>",
        "    <time_zone_name>Europe/Berlin</time_zone_name>", "    <timeslot_duration>00:15</timeslot_duration>",
        "  </conference>"]
    for index, day in enumerate(DAYS):
        lines.append(f'  <day index="{index + 1}" date="{day}" start="{day}T09:00:00+01:00">')
        for room in ROOMS:
            lines.append(f'    <room name="{escaped(room)}">')
            for number, of, at, start, people in sessions():
                if (of, at) != (day, room):
                    continue
                lines += [
                    f'      <event guid="{guid(number)}" id="{number + 40}">',
                    f"        <date>{day}T{start}:00+01:00</date>", f"        <start>{start}</start>",
                    "        <duration>00:45</duration>", f"        <room>{escaped(room)}</room>",
                    f"        <title>Talk {number} on &lt;Trees&gt;</title>", "        <subtitle/>",
                    "        <track>Botany</track>", "        <language>en</language>",
                    f"        <abstract>&lt;p&gt;Text of {number}.&lt;/p&gt;</abstract>"
                    if number % 2 else f"        <abstract><![CDATA[<p>Text of {number}.</p>]]></abstract>",
                    "        <persons>",
                    *(f'          <person id="{PEOPLE.index(name) + 1}">{escaped(name)}</person>'
                      for name in people),
                    "        </persons>", "        <links>",
                    f'          <link href="https://example.org/{number}">slides</link>', "        </links>",
                    "      </event>"]
            lines.append("    </room>")
        lines.append("  </day>")
    return "\n".join([*lines, "</schedule>", ""]).encode()


def frab():
    def event(number, day, room, start, people):
        return {
            "guid": guid(number), "id": number + 40, "date": f"{day}T{start}:00+01:00", "start": start,
            "duration": "00:45", "room": room, "title": f"Talk {number} on <Trees>", "subtitle": "",
            "track": "Botany", "language": "en", "abstract": f"<p>Text of {number}.</p>",
            "persons": [{"id": PEOPLE.index(name) + 1, "public_name": name} for name in people],
            "links": [{"url": f"https://example.org/{number}", "title": "slides"}]}

    days = [{"index": index + 1, "date": day, "rooms": {
        room: [event(*each) for each in sessions() if each[1:3] == (day, room)] for room in ROOMS}}
        for index, day in enumerate(DAYS)]
    return json.dumps({"schedule": {"version": "1", "conference": {
        "title": "Sample Days", "acronym": "sample", "time_zone_name": "Europe/Berlin",
        "start": DAYS[0], "end": DAYS[1], "daysCount": 2, "days": days}}}, indent=1,
        ensure_ascii=False).encode()


def frab2():
    """schedule.json v2: one list of events, which refer to rooms and tracks of the conference."""
    tracks = [{"name": "Botany", "slug": "botany"}]
    rooms = [{"name": room, "guid": guid(100 + index)} for index, room in enumerate(ROOMS)]
    events = [{
        "guid": guid(number), "id": number + 40, "type": "TALK", "title": f"Talk {number} on <Trees>",
        "start": f"{day}T{start}:00+01:00", "duration": "PT45M", "track": tracks[0],
        "room": rooms[ROOMS.index(room)], "language": "en", "abstract": f"<p>Text of {number}.</p>",
        "participants": [{"guid": guid(200 + PEOPLE.index(name)), "name": name, "role": "SPEAKER"}
                         for name in people],
        "links": [{"url": f"https://example.org/{number}", "title": "slides"}]}
        for number, day, room, start, people in sessions()]
    return json.dumps({"schedule": {"version": "2", "conference": {
        "title": "Sample Days", "acronym": "sample", "time_zone_name": "Europe/Berlin",
        "start": DAYS[0], "end": DAYS[1], "rooms": rooms, "tracks": tracks}, "events": events}},
        indent=1, ensure_ascii=False).encode()


def sessionize_session(number, day, start):
    """What a session has in all views of Sessionize."""
    return {
        "id": str(number + 40), "title": f"Talk {number} on <Trees>", "description": f"Text of {number}.",
        "startsAt": f"{day}T{start}:00", "endsAt": f"{day}T{start[:3]}45:00",
        "isServiceSession": False, "isPlenumSession": False}


def sessionize():
    return json.dumps({
        "sessions": [{
            **sessionize_session(number, day, start),
            "speakers": [guid(PEOPLE.index(name) + 100) for name in people], "categoryItems": [7],
            "questionAnswers": [], "roomId": ROOMS.index(room) + 1}
            for number, day, room, start, people in sessions()],
        "speakers": [{
            "id": guid(place + 100), "firstName": name.split()[0], "lastName": name.split()[1],
            "fullName": name, "bio": "Knows trees.", "isTopSpeaker": False, "links": [],
            "sessions": []} for place, name in enumerate(PEOPLE)],
        "questions": [], "categories": [{"id": 1, "title": "Track", "items": [{"id": 7, "name": "Botany"}]}],
        "rooms": [{"id": place + 1, "name": room} for place, room in enumerate(ROOMS)]}, indent=1,
        ensure_ascii=False).encode()


def grid():
    """The view of Sessionize in which sessions are in the rooms of days."""
    def session(number, day, room, start, people):
        return {
            **sessionize_session(number, day, start),
            "speakers": [{"id": guid(PEOPLE.index(name) + 100), "name": name} for name in people],
            "categories": [{"id": 1, "name": "Track", "categoryItems": [{"id": 7, "name": "Botany"}],
                            "sort": 0}], "roomId": ROOMS.index(room) + 1, "room": room}

    return json.dumps([{
        "date": f"{day}T00:00:00", "isDefault": False, "rooms": [{
            "id": place + 1, "name": room, "hasOnlyPlenumSessions": False,
            "sessions": [session(*each) for each in sessions() if each[1:3] == (day, room)]}
            for place, room in enumerate(ROOMS)], "timeSlots": []} for day in DAYS], indent=1,
        ensure_ascii=False).encode()


def try_swift():
    days = []
    for index, day in enumerate(DAYS):
        slots = {}
        for number, of, room, start, people in sessions():
            if of == day:
                slots.setdefault(start, []).append({
                    "id": number, "title": f"Talk {number} on <Trees>", "title_ja": f"木 {number}",
                    "description": f"Text of {number}.", "place": room, "place_ja": room,
                    "speakers": [{"id": PEOPLE.index(name), "name": name, "bio": "Knows trees.",
                                  "links": []} for name in people]})
        days.append({"id": index + 1, "title": f"Day {index + 1}", "title_ja": "日",
                     "date": f"{day}T00:00:00+01:00", "schedules": [{
                         "id": place, "time": f"{day}T{start}:00+01:00",
                         "end_time": f"{day}T{start[:3]}45:00+01:00", "sessions": listed}
                         for place, (start, listed) in enumerate(slots.items())]})
    return json.dumps(days, indent=1, ensure_ascii=False).encode()


def coscup():
    def texts(**fields):
        return {"zh": {key: f"{value} 木" for key, value in fields.items()}, "en": fields}

    return json.dumps({
        "sessions": [{
            "id": f"S{number}", "type": "t1", "room": f"R{ROOMS.index(room)}",
            "start": f"{day}T{start}:00+01:00", "end": f"{day}T{start[:3]}45:00+01:00", "language": "en",
            **texts(title=f"Talk {number} on <Trees>", description=f"Text of {number}."),
            "speakers": [f"P{PEOPLE.index(name)}" for name in people], "tags": [],
            "uri": f"https://example.org/{number}"} for number, day, room, start, people in sessions()],
        "speakers": [{"id": f"P{place}", "avatar": f"https://example.org/{place}",
                      **texts(name=name, bio="Knows trees.")} for place, name in enumerate(PEOPLE)],
        "session_types": [{"id": "t1", **texts(name="Botany")}],
        "rooms": [{"id": f"R{place}", **texts(name=room)} for place, room in enumerate(ROOMS)],
        "tags": []}, indent=1, ensure_ascii=False).encode()


def pretalx_widget():
    """The data of pretalx's widget: lists that refer to each other, with a break on each day."""
    talks = [{
        "code": f"T{number}", "id": number + 40, "title": f"Talk {number} on <Trees>",
        "abstract": f"Text of {number}.", "speakers": [f"P{PEOPLE.index(name)}" for name in people],
        "track": 7, "start": f"{day}T{start}:00+01:00", "end": f"{day}T{start[:3]}45:00+01:00",
        "room": ROOMS.index(room) + 1, "duration": 30, "updated": "2025-01-01T00:00:00+00:00",
        "content_locale": "en"} for number, day, room, start, people in sessions()]
    breaks = [{
        "id": place + 90, "title": {"en": "Lunch", "de": "Essen"}, "start": f"{day}T12:00:00Z",
        "end": f"{day}T14:00:00+01:00", "room": None, "slot_type": "break"}
        for place, day in enumerate(DAYS)]
    return json.dumps({
        "talks": talks + breaks, "version": "1", "schedule_id": 3, "timezone": "Europe/Berlin",
        "event_start": DAYS[0], "event_end": DAYS[1],
        "tracks": [{"id": 7, "name": {"en": "Botany"}, "description": {}, "color": "#00ff00"}],
        "rooms": [{"id": place + 1, "name": {"en": room}, "description": {"en": "Left"}}
                  for place, room in enumerate(ROOMS)],
        "speakers": [{"code": f"P{place}", "name": name, "avatar": None}
                     for place, name in enumerate(PEOPLE)]}, indent=1, ensure_ascii=False).encode()


def indico():
    """Indico's timetable: in each room and on each day a session with two talks, and a break."""
    def times(day, start, end):
        return {key: {"date": day, "time": f"{time}:00", "tz": "Europe/Berlin"}
                for key, time in (("startDate", start), ("endDate", end))}

    def person(name):
        return {"firstName": name.split()[0], "familyName": name.split()[1], "affiliation": "Garden",
                "name": f"Dr. {name}", "emailHash": guid(PEOPLE.index(name))}

    def talk(number, day, room, start, people):
        return {
            "entryType": "Contribution", "id": f"c{number}", "contributionId": number,
            **times(day, start, f"{start[:3]}45"), "title": f"Talk {number} on <Trees>", "duration": 15.0,
            "description": f"<p>Text of {number}.</p>", "room": room, "location": "Garden",
            "presenters": [person(name) for name in people], "authors": [person(PEOPLE[0])],
            "url": f"/event/5/contributions/{number}/", "attachments": {
                "files": [{"title": "slides", "download_url": f"/event/5/{number}.pdf"}], "folders": []}}

    days = {}
    for index, day in enumerate(DAYS):
        entries = days[day.replace("-", "")] = {}
        for place, room in enumerate(ROOMS):
            block = index * 10 + place
            entries[f"s{block}"] = {
                "entryType": "Session", "id": f"s{block}", "sessionSlotId": block, "title": "Botany",
                "slotTitle": room, **times(day, "10:00", "12:15"), "room": room, "location": "Garden",
                "conveners": [person(PEOPLE[3])], "description": "", "entries": {
                    f"c{each[0]}": talk(*each) for each in sessions() if each[1:3] == (day, room)}}
        entries[f"b{index}"] = {
            "entryType": "Break", "id": f"b{index}", "title": "Lunch", **times(day, "12:15", "13:00"),
            "room": "", "location": "", "description": ""}
    return json.dumps({
        "_type": "HTTPAPIResult", "count": 1, "url": "https://example.org/export/timetable/5.json",
        "results": {"5": days}, "additionalInfo": {}, "ts": 1}, indent=1, ensure_ascii=False).encode()


def uikonf():
    records = [{"conference": "Sample Days", "month": "2025-02", "zone": "Europe/Berlin"}]
    records += [{"name": room, "address": f"Street {place}"} for place, room in enumerate(ROOMS)]
    records += [{"name": name, "bio": "Knows trees."} for name in PEOPLE]
    for number, day, room, start, people in sessions():
        hour = start.replace(":", "-")
        records.append({
            "t_id": f"slot{number}", "startTime": f"{day[8:]}-{hour}", "endTime": f"{day[8:]}-{hour[:3]}55",
            "description": f"Session {number}", "locations": [room]})
        records += [{
            "t_id": f"slot{number}", "t_index": place + 1, "title": f"Talk {number} by {name}",
            "speaker_name": name, "abstract": f"Text of {number}."} for place, name in enumerate(people)]
    return json.dumps(records, indent=1, ensure_ascii=False).encode()


def own():
    """What konf prints itself: sessions that are talks, a break, and a session of two talks."""
    def part(number, day, room, start, talks):
        return {
            "id": guid(number), "title": f"Talk {number} on <Trees>", "type": None, "day": day,
            "start": f"{day}T{start}:00+01:00", "end": f"{day}T{start[:3]}45:00+01:00",
            "locations": [{"id": room, "name": room}], "track": "Botany", "url": None, "rating": None,
            "star": None, "note": None, "talks": talks}

    def talk(name, title, people):
        return {
            "id": name, "title": title, "subtitle": None,
            "speakers": [{"id": guid(PEOPLE.index(each) + 100), "name": each} for each in people],
            "track": "Botany", "language": "en", "abstract": f"Text of {title}.",
            "links": [{"title": "slides", "url": f"https://example.org/{name}"}], "otherIds": ["AB"]}

    def session(number, day, room, start, people):
        title = f"Talk {number} on <Trees>"
        talks = [talk(guid(number), title, people)]
        if number == 3:
            talks = []
        if number % 5 == 0:
            talks = [talk(f"{guid(number)}/{place}", f"Part {place} of {number}", people) for place in (1, 2)]
        return part(number, day, room, start, talks)

    return json.dumps({
        "conference": {"title": "Sample Days", "acronym": "sample", "url": None, "version": "1",
                       "zone": "Europe/Berlin", "dayChange": "04:00"},
        "sessions": [session(*each) for each in sessions()], "talks": [],
        "people": [{"id": guid(place + 100), "name": name, "biography": "Knows trees."}
                   for place, name in enumerate(PEOPLE)],
        "locations": [{"id": room, "name": room, "address": "Street"} for room in ROOMS]}, indent=1,
        ensure_ascii=False).encode()


def calendar():
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//none//none//EN", "X-WR-CALNAME:Sample Days",
        "X-WR-TIMEZONE:Europe/Berlin", "BEGIN:VTIMEZONE", "TZID:Here", "BEGIN:STANDARD",
        "DTSTART:19701025T030000", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "TZOFFSETFROM:+0200",
        "TZOFFSETTO:+0100", "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:19700329T020000",
        "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200",
        "END:DAYLIGHT", "END:VTIMEZONE"]
    for number, day, room, start, people in sessions():
        date = day.replace("-", "") + "T" + start.replace(":", "")
        zone = "Here" if number % 2 else "Europe/Berlin"
        lines += [
            "BEGIN:VEVENT", f"UID:{number}@sample.example.org", "DTSTAMP:20250101T000000Z",
            f"DTSTART;TZID={zone}:{date}00", f"DTEND;TZID={zone}:{date[:-2]}45"
            "00" if number % 3 else "DURATION:PT45M", f"SUMMARY:Talk {number} on Trees",
            f"DESCRIPTION:Text of {number}\\, in two lines\\nand a", "  folded one.",
            f"LOCATION:{room}", f"CATEGORIES:Botany,B{number}", *(
                f'ATTENDEE;CN="{name}":mailto:{PEOPLE.index(name)}@example.org' for name in people)]
        if number in (5, 8):
            lines += ["RRULE:FREQ=DAILY;COUNT=3", f"EXDATE;TZID={zone}:{date}00"]
        lines += ["STATUS:CONFIRMED", "END:VEVENT"]
    lines += [
        "BEGIN:VEVENT", "UID:8@sample.example.org", "RECURRENCE-ID;TZID=Europe/Berlin:20250203T113000",
        "DTSTART;TZID=Europe/Berlin:20250203T123000", "DTEND;TZID=Europe/Berlin:20250203T130000",
        "SUMMARY:Talk 8 an hour later", "END:VEVENT", "END:VCALENDAR", ""]
    return "\r\n".join(lines).encode()


SAMPLES = {
    "sample.xml": xml, "sample-frab.json": frab, "sample-frab2.json": frab2,
    "sample-sessionize.json": sessionize,
    "sample-grid.json": grid, "sample-try-swift.json": try_swift, "sample-coscup.json": coscup,
    "sample-pretalx-widget.json": pretalx_widget, "sample-indico.json": indico,
    "sample-uikonf.json": uikonf, "sample-own.json": own, "sample.ics": calendar,
}
