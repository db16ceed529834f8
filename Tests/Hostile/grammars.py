"""Small schedules in which one element of a grammar is n times."""
import json


def uikonf(title="World", abstract="", speaker="Ada", slot="", talk="", records="", places='"Hall"',
           bio="", description="First", conference=""):
    """A schedule in UIKonf's own format; the texts are JSON strings without their quotes."""
    return (
        '[{"conference":"C","month":"2015-05","zone":"Europe/Berlin"' + conference + "}"
        ',{"name":"Hall","address":"Street 1"},{"name":"' + speaker + '","bio":"' + bio + '"}'
        ',{"t_id":"a","startTime":"18-09-30","endTime":"18-10-00","description":"' + description
        + '","locations":[' + places + "]" + slot + '},{"t_id":"a","t_index":1,"title":"' + title
        + '","speaker_name":"' + speaker + '","abstract":"' + abstract + '"' + talk + "}"
        + records + "]")


EVENT = (
    '"guid":"g","id":1,"date":"2025-02-01T10:00:00+01:00","start":"10:00","duration":"00:30",'
    '"room":"Hall"')


def frab(event="", persons='{"id":7,"public_name":"Ada"}', events="", rooms="", days="",
         conference="", title="World", abstract="", links="", schedule=""):
    return (
        '{"schedule":{"version":"1","conference":{"title":"C","time_zone_name":"Europe/Berlin"'
        + conference + ',"days":[{"date":"2025-02-01","rooms":{"Hall":[{' + EVENT + ',"title":"'
        + title + '","abstract":"' + abstract + '","links":[' + links + '],"persons":[' + persons
        + "]" + event + "}" + events + "]" + rooms + "}}" + days + "]}" + schedule + "}}")


def frab2(events="", rooms="", tracks="", event="", names='{"name":"Ada"}', links="", conference=""):
    """schedule.json v2: one list of events, which refer to rooms and tracks of the conference."""
    return (
        '{"schedule":{"version":"2","conference":{"title":"C","time_zone_name":"Europe/Berlin","rooms":['
        '{"name":"Hall","guid":"r"}' + rooms + '],"tracks":[{"slug":"t","name":"T"}' + tracks + "]"
        + conference + '},"events":[{"guid":"g","type":"TALK","title":"World","start":'
        '"2025-02-01T10:00:00+01:00","duration":"PT30M","room":{"guid":"r"},"track":{"slug":"t"},'
        '"links":[' + links + '],"participants":[' + names + "]" + event + "}" + events + "]}}")


def sessionize(sessions="", speakers="", rooms="", session="", categories="", names='"p"',
               questions="", speaker="", items=""):
    return (
        '{"sessions":[{"id":"1","title":"World","startsAt":"2025-02-01T10:00:00",'
        '"endsAt":"2025-02-01T11:00:00","isServiceSession":false,"speakers":[' + names
        + '],"categoryItems":[' + items + '],"roomId":1' + session + "}" + sessions
        + '],"speakers":[{"id":"p","fullName":"Ada"' + speaker + "}" + speakers
        + '],"rooms":[{"id":1,"name":"Hall"}' + rooms + '],"categories":[' + categories
        + '],"questions":[' + questions + "]}")


def sessionize_view(sessions="", rooms="", session="", categories="", names='{"id":"p","name":"Ada"}',
                    items="", days="", slots=""):
    return (
        '[{"date":"2025-02-01T00:00:00","isDefault":true,"rooms":[{"id":1,"name":"Hall","sessions":['
        '{"id":"1","title":"World","startsAt":"2025-02-01T10:00:00","endsAt":"2025-02-01T11:00:00",'
        '"speakers":[' + names + '],"categories":[{"id":1,"name":"Track","categoryItems":[' + items
        + "]}" + categories + '],"roomId":1,"room":"Hall"' + session + "}" + sessions + "]}" + rooms
        + '],"timeSlots":[' + slots + "]}" + days + "]")


def try_swift(days="", slots="", sessions="", names='{"name":"Ada"}', session="", speaker=""):
    return (
        '[{"id":1,"title":"Day","date":"2025-02-01T00:00:00+01:00","schedules":[{"id":1,"time":'
        '"2025-02-01T10:00:00+01:00","sessions":[{"id":1,"title":"World","place":"Hall","speakers":['
        + names + "]" + session + "}" + sessions + "]}" + slots + "]}" + days + "]")


def coscup(sessions="", speakers="", rooms="", types="", names='"p"', places='"r"', session=""):
    return (
        '{"sessions":[{"id":"1","type":"t","room":"r","broadcast":[' + places + '],"start":'
        '"2025-02-01T10:00:00+01:00","end":"2025-02-01T11:00:00+01:00","en":{"title":"World"},'
        '"speakers":[' + names + "]" + session + "}" + sessions + '],"speakers":[{"id":"p","en":{"name":'
        '"Ada"}}' + speakers + '],"session_types":[{"id":"t","en":{"name":"T"}}' + types
        + '],"rooms":[{"id":"r","en":{"name":"Hall"}}' + rooms + '],"tags":[]}')


def xml(event="", events="", rooms="", days="", conference="", title="World", abstract="",
        persons='<person id="7">Ada</person>', attributes="", before="", links="", eventtag=""):
    return (
        '<?xml version="1.0"?>' + before + "<schedule><conference" + attributes
        + "><title>C</title><time_zone_name>Europe/Berlin</time_zone_name>" + conference
        + '</conference><day index="1" date="2025-02-01"><room name="Hall"><event guid="g" id="1"'
        + eventtag + "><date>2025-02-01T10:00:00+01:00</date><start>10:00</start>"
        "<duration>00:30</duration><room>Hall</room><title>" + title + "</title><abstract>"
        + abstract + "</abstract><persons>" + persons + "</persons><links>" + links + "</links>"
        + event + "</event>" + events + "</room>" + rooms + "</day>" + days + "</schedule>")


def calendar(event="", events="", head="", summary="World", description="d", uid="1@x",
             start="DTSTART;TZID=Europe/Berlin:20250201T100000", tail=""):
    return (
        "BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALNAME:C\nX-WR-TIMEZONE:Europe/Berlin\n" + head
        + "BEGIN:VEVENT\nUID:" + uid + "\n" + start + "\nDURATION:PT1H\nLOCATION:Hall\nSUMMARY:"
        + summary + "\nDESCRIPTION:" + description + "\n" + event + "END:VEVENT\n" + events
        + "END:VCALENDAR\n" + tail)


def zone(name="Z/Z", rules="BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\n"
         "TZOFFSETTO:+0100\nEND:STANDARD\n"):
    return "BEGIN:VTIMEZONE\nTZID:" + name + "\n" + rules + "END:VTIMEZONE\n"


def many(text, comma=""):
    """n times a text, in which # is the number of each."""
    if "#" in text:
        return lambda n: "".join(comma + text.replace("#", str(i)) for i in range(n))
    return lambda n: (comma + text) * n


def listed(text):
    """The same with commas between."""
    make = many(text, ",")
    return lambda n: make(n)[1:]


# What a text can be made of. The names are those of the cases.
TEXTS = {
    "letters": "a", "words": "a ", "numbered words": "w# ", "blanks": " ", "tabs": "\t",
    "long words and accents": "\u00e9 " + "a" * 200 + " ",
    "line ends": "\n", "carriage returns": "\r", "returns and line ends": "\r\n",
    "private characters": "\ue000", "zero width spaces": "\u200b", "soft hyphens": "\u00ad",
    "joiners": "\U0001F468\u200d", "combining marks": "\u0301", "accented letters": "e\u0301",
    "wide letters": "漢", "right-to-left letters": "\u05d0", "direction marks": "\u202e",
    "unassigned tags": "\U000E0041", "flags": "\U0001F1E6", "control characters": "\u0085",
    "less-than signs": "<", "ampersands": "&", "entities": "&amp;", "numeric entities": "&#65;",
    "entities without end": "&#6", "tags": "<b>", "closed tags": "<b>x</b>", "end tags": "</b>",
    "paragraphs": "<p>x", "breaks": "<br>", "lists in lists": "<ul><li>", "items": "<li>x",
    "links without end": "<a href=a:>x", "links": "<a href='http://a.b/#'>x</a>",
    "one link": "<a href='http://a.b/'>x</a>", "preformatted": "<pre>x", "comments": "<!--x-->",
    "comments without end": "<!--", "scripts": "<script>x</script>", "scripts without end": "<script>",
    "templates": "<template>", "attributes": "<b a='", "quotes": "'", "hyphens": "-", "stars": "*",
    "brackets": "[", "addresses": "http://a.b/# ", "one long address": "http://",
    "slashes": "/", "dots": ".", "sentences": "A b. ", "question marks": "<?", "headings": "<h1>x",
    "table rows": "<tr><td>x", "headers in headers": "<head>", "frames": "<iframe>",
}


def text_cases():
    """Each text in the title and the long text of each kind of file."""
    def in_json(text):
        make = many(text)
        return lambda n: json.dumps(make(n), ensure_ascii=False)[1:-1]

    def in_xml(text):
        make = many(text)
        return lambda n: make(n).replace("&", "&amp;").replace("<", "&lt;")

    def in_calendar(text):
        make = many(text.replace("\r\n", "\\n").replace("\n", "\\n"))
        return lambda n: make(n)

    for name, text in TEXTS.items():
        json_text, xml_text, line = in_json(text), in_xml(text), in_calendar(text)
        yield f"{name} in a title", lambda n, f=json_text: uikonf(title=f(n))
        yield f"{name} in an abstract", lambda n, f=json_text: uikonf(abstract=f(n))
        yield f"{name} in a name", lambda n, f=json_text: uikonf(speaker=f(n))
        yield f"{name} in an XML title", lambda n, f=xml_text: xml(title=f(n))
        yield f"{name} in an XML abstract", lambda n, f=xml_text: xml(abstract=f(n))
        yield f"{name} in a SUMMARY", lambda n, f=line: calendar(summary=f(n))
        yield f"{name} in a DESCRIPTION", lambda n, f=line: calendar(description=f(n))
    # What begins again and again, and ends at last.
    for name, start, text in (
            ("starts of a link", "", "<a "), ("quotes in a link", "<a ", '"'),
            ("signs in a link", "<a ", '" = "')):
        def link(n, start=start, text=text):
            return start + text * n + ">"
        yield f"{name} in a JSON abstract", lambda n, f=link: frab(
            abstract=json.dumps(f(n))[1:-1])
        yield f"{name} in an XML abstract", lambda n, f=link: xml(
            abstract=f(n).replace("<", "&lt;"))


def json_cases():
    for name, text in {
        "empty lists": "[]", "empty objects": "{}", "empty strings": '""', "numbers": "0",
        "nulls": "null", "servers": '{"server":"s#"}', "conferences": '{"conference":"C#"}',
        "one conference": '{"conference":"C"}', "places": '{"name":"L#","address":"x"}',
        "people": '{"name":"P#","bio":"x"}', "one person": '{"name":"Ada","bio":"x"}',
        "organizers": '{"name":"O#","organizer":true}', "records that nobody knows": '{"q#":1}',
        "slots": '{"t_id":"s#","startTime":"18-09-30","endTime":"18-10-00"}',
        "slots with one id": '{"t_id":"a","startTime":"18-09-30","endTime":"18-10-00"}',
        "slots that nobody can read": '{"t_id":"a","startTime":"x"}',
        "talks of one slot": '{"t_id":"a","title":"t#","speaker_name":"P#"}',
        "talks of one person": '{"t_id":"a","title":"t#","speaker_name":"Ada"}',
        "equal talks": '{"t_id":"a","title":"t","speaker_name":"Ada"}',
        "talks without a slot": '{"t_id":"n#","title":"t","speaker_name":"Ada"}',
        "talks with one number": '{"t_id":"a","t_index":1,"title":"t#"}',
        "overlapping slots of one place":
            '{"t_id":"s#","startTime":"18-09-30","endTime":"18-10-00","locations":["Hall"]}',
    }.items():
        yield f"{name} in a list", lambda n, f=many(text, ","): uikonf(records=f(n))
    yield "slots with a talk each", lambda n: uikonf(records=many(
        ',{"t_id":"s#","startTime":"18-09-30","endTime":"18-10-00"},{"t_id":"s#","title":"T#",'
        '"speaker_name":"P#"}')(n))
    yield "talks and places of one slot", lambda n: uikonf(
        places=listed('"L#"')(n), records=many(',{"t_id":"a","title":"t#","speaker_name":"Ada"}')(n))
    yield "records and talks of one name", lambda n: uikonf(records=many(
        ',{"name":"Ada","bio":"x"},{"t_id":"a","title":"t#","speaker_name":"Ada"}')(n))
    yield "places and slots of one name", lambda n: uikonf(records=many(
        ',{"name":"Hall","address":"x"},{"t_id":"s#","startTime":"18-09-30","endTime":"18-10-00",'
        '"locations":["Hall"]}')(n))
    yield "slots and their places", lambda n: uikonf(records=many(
        ',{"t_id":"s#","startTime":"18-09-30","endTime":"18-10-00","locations":["L#"]}')(n))
    yield "keys of one record", lambda n: uikonf(talk=many(',"k#":0')(n))
    yield "one key of a record", lambda n: uikonf(talk=many(',"k":0')(n))
    yield "one known key of a record", lambda n: uikonf(talk=many(',"title":"x"')(n))
    yield "keys of the conference", lambda n: uikonf(conference=many(',"k#":0')(n))
    yield "places of one slot", lambda n: uikonf(places=listed('"L#"')(n))
    yield "one place of a slot many times", lambda n: uikonf(places=listed('"Hall"')(n))
    yield "a field of lists", lambda n: uikonf(talk=',"k":[' + listed("[]")(n) + "]")
    yield "a field of texts", lambda n: uikonf(talk=',"k":[' + listed('"x"')(n) + "]")
    yield "blanks in JSON", lambda n: uikonf(talk=" " * n)
    yield "line ends in JSON", lambda n: uikonf(talk="\n" * n)
    yield "blanks before keys that alternate", lambda n: uikonf(records=many(
        ',{"q":1,' + " " * 99 + '"k":1},{"q":1,' + " " * 99 + '"l":1}')(n))
    yield "blanks before ever more keys", lambda n: uikonf(records=many(
        ',{"q":1,' + " " * 99 + '"k#":1}')(n))
    yield "escapes", lambda n: uikonf(title="\\u0041" * n)
    yield "escaped pairs", lambda n: uikonf(title="\\ud83d\\ude00" * n)
    yield "halves of pairs", lambda n: uikonf(title="\\ud83d" * n)
    yield "digits of a number", lambda n: uikonf(talk=',"t_index":' + "1" * n)
    yield "digits of a fraction", lambda n: uikonf(talk=',"k":0.' + "1" * n)
    yield "digits of a time", lambda n: uikonf(
        records=',{"t_id":"b","startTime":"' + "1" * n + '","endTime":"18-10-00"}')
    yield "letters of an id", lambda n: uikonf(
        records=',{"t_id":"' + "b" * n + '","startTime":"18-09-30","endTime":"18-10-00"}')
    yield "letters of a key", lambda n: uikonf(talk=',"' + "k" * n + '":0')
    yield "lists in lists", lambda n: uikonf(talk=',"k":' + "[" * n)
    yield "marks in front", lambda n: "\ufeff" * n + uikonf()
    yield "commas", lambda n: "[" + "," * n
    for name, part in {
        "frab events": dict(events=',{"guid":"g#","id":#,"date":"2025-02-01T10:00:00+01:00",'
                            '"duration":"00:30","room":"Hall","title":"t#"}'),
        "frab events with one guid": dict(events=",{" + EVENT + ',"title":"t#"}'),
        "frab events without fields": dict(events=",{}"),
        "frab rooms": dict(rooms=',"R#":[]'), "one frab room": dict(rooms=',"Hall":[]'),
        "frab rooms with an event": dict(rooms=',"R#":[{"guid":"g#","date":"2025-02-01T10:00:00'
                                         '+01:00","duration":"00:30","title":"t#"}]'),
        "frab days": dict(days=',{"date":"2025-02-01","rooms":{}}'),
        "frab days without fields": dict(days=",{}"),
        "frab conference keys": dict(conference=',"k#":0'),
        "one frab conference key": dict(conference=',"title":"C"'),
        "frab day lists": dict(conference=',"days":[]'),
        "frab schedule keys": dict(schedule=',"conference":{}'),
        "frab event keys": dict(event=',"k#":0'), "one frab event key": dict(event=',"title":"x"'),
        "frab links": dict(links='{"url":"http://a.b/#","title":"l#"},'),
        "equal frab links": dict(links='{"url":"http://a.b/","title":"l"},'),
        "frab attachments": dict(event=',"attachments":[{"url":"http://a.b/#"}]'),
        "frab person lists": dict(event=',"persons":[{"id":#,"public_name":"P#"}]'),
    }.items():
        (field, text), = part.items()
        yield name, lambda n, field=field, f=many(text): frab(**{
            field: f(n)[:-1] if field == "links" else f(n)})
    for name, text in {
        "frab persons": '{"id":#,"public_name":"P#"}', "one frab person": '{"id":7,"public_name":"Ada"}',
        "frab persons with one name": '{"id":#,"public_name":"Ada"}',
        "frab persons with one id": '{"id":7,"public_name":"P#"}',
        "frab persons without fields": "{}",
    }.items():
        yield name, lambda n, f=listed(text): frab(persons=f(n))
    for name, part in {
        "Sessionize sessions": dict(sessions=',{"id":"s#","title":"t#","startsAt":"2025-02-01T10:00:00",'
                                    '"endsAt":"2025-02-01T11:00:00","speakers":["p"],"roomId":1}'),
        "Sessionize sessions with one id": dict(
            sessions=',{"id":"1","title":"t#","startsAt":"2025-02-01T10:00:00"}'),
        "Sessionize people": dict(speakers=',{"id":"q#","fullName":"P#"}'),
        "Sessionize people with one id": dict(speakers=',{"id":"p","fullName":"P#"}'),
        "Sessionize rooms": dict(rooms=',{"id":1#,"name":"R#"}'),
        "Sessionize rooms with one id": dict(rooms=',{"id":1,"name":"R#"}'),
        "Sessionize names of a session": dict(names=',"p"'),
        "Sessionize unknown names of a session": dict(names=',"n#"'),
        "Sessionize items": dict(items=',#'), "Sessionize keys": dict(session=',"k#":0'),
        "Sessionize lists of sessions": dict(questions='],"sessions":['),
        "Sessionize people of one session": dict(speakers=',{"id":"q#","fullName":"P#","sessions":["1"]}'),
        "Sessionize answers": dict(
            session=',"questionAnswers":[{"questionId":1,"answerValue":"http://a.b/#"}]'),
        "Sessionize questions": dict(questions=',{"id":#,"question":"q"}'),
        "Sessionize categories": dict(categories=',{"id":#,"title":"c","items":[{"id":#,"name":"i"}]}'),
        "Sessionize links of a person": dict(
            speaker=',"links":[{"title":"l","url":"http://a.b/#","linkType":"Blog"}]'),
    }.items():
        (field, text), = part.items()
        yield name, lambda n, field=field, f=many(text): sessionize(**{
            field: f(n).lstrip(",") if field in ("names", "items", "questions", "categories") else f(n)})


def view_cases():
    session = '"title":"t#","startsAt":"2025-02-01T10:00:00"'
    for name, part in {
        "sessions": dict(sessions=',{"id":"s#",' + session + ',"speakers":[{"id":"p","name":"Ada"}]}'),
        "sessions with one id": dict(sessions=',{"id":"1",' + session + "}"),
        "equal sessions": dict(sessions=',{"id":"2","title":"t"}'),
        "rooms of the sessions": dict(sessions=',{"id":"s#","room":"R#"}'),
        "rooms": dict(rooms=',{"id":#,"name":"R#","sessions":[]}'),
        "rooms with one id": dict(rooms=',{"id":1,"name":"R#"}'),
        "names of a session": dict(names=',{"id":"p","name":"Ada"}'),
        "people of a session": dict(names=',{"id":"p#","name":"P#"}'),
        "people without a name": dict(names=",{}"),
        "categories of a session": dict(categories=',{"id":#,"name":"track"}'),
        "items of a session": dict(items=',{"id":#,"name":"i#"}'),
        "keys of a session": dict(session=',"k#":0'),
        "lists of people of a session": dict(session=',"speakers":[]'),
        "days": dict(days=',{"date":"2025-02-01","rooms":[{"id":1,"name":"Hall"}]}'),
        "groups": dict(days=',{"groupName":"g#","sessions":[{"id":"s#",' + session + "}]}"),
        "lists of rooms of a day": dict(slots='],"rooms":['),
        "slots of a day": dict(slots=',{"rooms":[]}'),
    }.items():
        (field, text), = part.items()
        yield "Sessionize view: " + name, lambda n, field=field, f=many(text): sessionize_view(**{
            field: f(n).lstrip(",") if field in ("names", "items", "slots") else f(n)})


def version2_cases():
    for name, part in {
        "events": dict(events=',{"guid":"g#","title":"t#","room":{"guid":"r"}}'),
        "events with one guid": dict(events=',{"guid":"g","title":"t#"}'),
        "events of unknown rooms": dict(events=',{"guid":"g#","title":"t","room":{"guid":"x#"}}'),
        "events with rooms by name": dict(events=',{"guid":"g#","title":"t","room":{"name":"R#"}}'),
        "events that nobody can read": dict(events=",5"),
        "rooms": dict(rooms=',{"guid":"r#","name":"R#"}'),
        "rooms with one guid": dict(rooms=',{"guid":"r","name":"R#"}'),
        "tracks": dict(tracks=',{"slug":"t#","name":"T#"}'),
        "participants": dict(names=',{"name":"P#","role":"SPEAKER"}'),
        "one participant": dict(names=',{"name":"Ada"}'),
        "participants of other roles": dict(names=',{"name":"P#","role":"MODERATOR"}'),
        "links": dict(links=',{"url":"http://a.b/#","type":"FEEDBACK"}'),
        "keys of an event": dict(event=',"k#":0'), "lists of people": dict(event=',"participants":[]'),
        "lists of rooms": dict(conference=',"rooms":[]'),
    }.items():
        (field, text), = part.items()
        yield "schedule.json v2: " + name, lambda n, field=field, f=many(text): frab2(**{
            field: f(n).lstrip(",") if field in ("names", "links") else f(n)})


def bilingual_cases():
    for name, part in {
        "days": dict(days=',{"id":#,"date":"2025-02-01","schedules":[]}'),
        "slots": dict(slots=',{"time":"2025-02-01T10:00:00+01:00","sessions":[]}'),
        "slots that nobody can read": dict(slots=',{"time":"x"}'),
        "sessions": dict(sessions=',{"id":#,"title":"t#","place":"L#","speakers":[{"name":"P#"}]}'),
        "sessions with one id": dict(sessions=',{"id":1,"title":"t#"}'),
        "people of a session": dict(names=',{"name":"P#"}'),
        "one person of a session": dict(names=',{"name":"Ada"}'),
        "keys of a session": dict(session=',"k#":0'),
        "lists of people": dict(session=',"speakers":[]'),
    }.items():
        (field, text), = part.items()
        yield "try! Swift: " + name, lambda n, field=field, f=many(text): try_swift(**{
            field: f(n).lstrip(",") if field == "names" else f(n)})
    for name, part in {
        "sessions": dict(sessions=',{"id":"s#","room":"r","type":"t","en":{"title":"t"},"speakers":["p"]}'),
        "sessions with one id": dict(sessions=',{"id":"1","en":{"title":"t#"}}'),
        "people": dict(speakers=',{"id":"q#","en":{"name":"P#"}}'),
        "people with one id": dict(speakers=',{"id":"p","en":{"name":"P#"}}'),
        "rooms": dict(rooms=',{"id":"r#","zh":{"name":"R#"}}'),
        "types": dict(types=',{"id":"t#","en":{"name":"T#"}}'),
        "names of a session": dict(names=',"p"'), "unknown names of a session": dict(names=',"n#"'),
        "places of a session": dict(places=',"r"'), "unknown places of a session": dict(places=',"n#"'),
        "keys of a session": dict(session=',"k#":0'), "texts of a session": dict(session=',"en":{}'),
    }.items():
        (field, text), = part.items()
        yield "COSCUP: " + name, lambda n, field=field, f=many(text): coscup(**{
            field: f(n).lstrip(",") if field in ("names", "places") else f(n)})


def xml_cases():
    for name, part in {
        "XML events": dict(events='<event guid="g#" id="#"><date>2025-02-01T10:00:00+01:00</date>'
                           "<duration>00:30</duration><room>Hall</room><title>t#</title></event>"),
        "XML events with one guid": dict(events='<event guid="g" id="1"><date>2025-02-01T10:00:00'
                                         "+01:00</date><duration>00:30</duration></event>"),
        "XML events without fields": dict(events="<event/>"),
        "unknown elements of an event": dict(event="<k#/>"),
        "one unknown element of an event": dict(event="<k/>"),
        "one known element of an event": dict(event="<title>x</title>"),
        "unknown elements of a room": dict(events="<k/>"),
        "unknown elements of a day": dict(rooms="<k/>"),
        "unknown elements of a schedule": dict(days="<k/>"),
        "unknown elements of a conference": dict(conference="<k/>"),
        "XML rooms": dict(rooms='<room name="R#"/>'), "one XML room": dict(rooms='<room name="Hall"/>'),
        "XML rooms without name": dict(rooms="<room/>"),
        "XML days": dict(days='<day index="#" date="2025-02-01"/>'),
        "XML days with a room": dict(days='<day date="2025-02-01"><room name="R#"/></day>'),
        "XML conferences": dict(days="<conference/>"),
        "XML persons": dict(persons='<person id="#">P#</person>'),
        "one XML person": dict(persons='<person id="7">Ada</person>'),
        "XML persons with one name": dict(persons='<person id="#">Ada</person>'),
        "XML persons without name": dict(persons="<person/>"),
        "XML persons with a number alone": dict(persons='<person id="#"/>'),
        "XML persons of one number": dict(persons='<person id="7"/>'),
        "XML links": dict(links='<link href="http://a.b/#">l#</link>'),
        "equal XML links": dict(links='<link href="http://a.b/">l</link>'),
        "XML attachments": dict(event='<attachments><attachment href="http://a.b/#"/></attachments>'),
        "XML attributes": dict(attributes=' a#="1"'), "one XML attribute": dict(eventtag=' a="1"'),
        "XML attributes of an event": dict(eventtag=' a#="1"'),
        "XML blanks": dict(rooms=" "), "XML blanks in a tag": dict(eventtag=" "),
        "XML line ends": dict(rooms="\n"), "XML carriage returns": dict(abstract="\r"),
        "XML comments": dict(events="<!-- x -->"), "XML comments in a text": dict(abstract="<!-- -->"),
        "XML instructions": dict(events="<?a b?>"), "XML instructions in a text": dict(abstract="a<?b?>"),
        "XML sections": dict(abstract="<![CDATA[a]]>"), "XML elements in a text": dict(abstract="<b>a</b>"),
        "XML elements in elements": dict(abstract="<b>"), "XML entities": dict(abstract="&amp;"),
        "XML numeric entities": dict(abstract="&#65;"), "XML stray text": dict(events="x "),
        "XML stray text with elements": dict(events="x<k/>"), "XML text in a day": dict(rooms="x<k/>"),
        "XML text in a schedule": dict(days="x<k/>"), "XML names": dict(eventtag="a"),
        "XML comments in front": dict(before="<!-- x -->"), "XML blanks in front": dict(before=" "),
        "XML entity names": dict(abstract="&a"), "XML elements of an attribute": dict(eventtag="<a"),
    }.items():
        (field, text), = part.items()
        yield name, lambda n, field=field, f=many(text): xml(**{field: f(n)})


def calendar_cases():
    def event(text):
        return "BEGIN:VEVENT\n" + text + "\nEND:VEVENT\n"

    daily = "RRULE:FREQ=DAILY;COUNT=20\n"
    for name, part in {
        "blank lines": dict(event="\n"), "blank lines with returns": dict(event="\r\n"),
        "returns as lines": dict(event="\r"), "blank lines in front": dict(head="\n"),
        "blank lines behind": dict(tail="\n"), "lines of a blank": dict(event=" \n"),
        "folded lines": dict(summary="\n a"), "folds without text": dict(summary="\n "),
        "lines without colon": dict(event="a\n"), "colons": dict(event=":\n"),
        "calendar properties": dict(head="X-#:1\n"), "one calendar property": dict(head="X-A:1\n"),
        "properties of an event": dict(event="X-#:1\n"), "one property of an event": dict(event="X-A:1\n"),
        "one known property of an event": dict(event="SUMMARY:x\n"),
        "starts of an event": dict(event="DTSTART:20250201T100000Z\n"),
        "unreadable starts": dict(event="DTSTART:x\n"),
        "attendees": dict(event="ATTENDEE;CN=P#:mailto:p#@x\n"), "one attendee": dict(event="ATTENDEE:x\n"),
        "contacts": dict(event="CONTACT:P#\\, x\n"),
        "organizers": dict(event="ORGANIZER;CN=P#:mailto:p#@x\n"),
        "categories": dict(event="CATEGORIES:c#\n"), "addresses": dict(event="URL:http://a.b/#\n"),
        "attachments": dict(event="ATTACH:http://a.b/#\n"), "alarms": dict(event="BEGIN:VALARM\nEND:VALARM\n"),
        "times to come": dict(event="RDATE:20250201T090000Z\n"),
        "times taken out": dict(event="EXDATE:20250201T090000Z\n"),
        "rules": dict(event=daily), "rules taken out": dict(event="EXRULE:FREQ=DAILY;COUNT=20\n"),
        "endless rules": dict(event="RRULE:FREQ=SECONDLY\n"), "unreadable rules": dict(event="RRULE:x\n"),
        "ends without begin": dict(event="END:VALARM\n"), "begins without end": dict(event="BEGIN:X\n"),
        "events without end": dict(events="BEGIN:VEVENT\n"), "tasks": dict(head="BEGIN:VTODO\nEND:VTODO\n"),
        "events": dict(events=event("UID:#\nDTSTART:20250201T100000Z\nSUMMARY:s#")),
        "events of one UID": dict(events=event("UID:1@x\nDTSTART:20250201T100000Z\nSUMMARY:s#")),
        "events without fields": dict(events=event("UID:#")),
        "events behind": dict(tail=event("UID:#\nDTSTART:20250201T100000Z")),
        "calendars": dict(tail="BEGIN:VCALENDAR\nEND:VCALENDAR\n"),
        "events with a rule that goes on": dict(
            events=event("UID:#\nDTSTART:20250201T100000Z\nRRULE:FREQ=DAILY")),
        "events with a rule that never is": dict(events=event(
            "UID:#\nDTSTART:20250201T100000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")),
        "overrides": dict(event="", events=event(
            "UID:1@x\nRECURRENCE-ID:20250201T090000Z\nDTSTART:20250201T100000Z")),
        "overrides without event": dict(events=event(
            "UID:#\nRECURRENCE-ID:20250201T090000Z\nDTSTART:20250201T100000Z")),
        "unknown zones": dict(events=event("UID:#\nDTSTART;TZID=Z#:20250201T100000")),
        "one unknown zone": dict(events=event("UID:#\nDTSTART;TZID=Zz:20250201T100000")),
        "zones": dict(head=zone("Z#")), "zones of one name": dict(head=zone("Z")),
        "own zones of events": dict(
            events=zone("Z#") + event("UID:#\nDTSTART;TZID=Z#:20250201T100000")),
        "right-to-left names": dict(event="X-\u05d0#:1\n"), "geographic places": dict(event="GEO:1;1\n"),
        "locations": dict(events=event("UID:#\nDTSTART:20250201T100000Z\nLOCATION:L#")),
    }.items():
        (field, text), = [item for item in part.items() if item[1]]
        yield name + " of a calendar", lambda n, field=field, f=many(text): calendar(**{
            field: ("World" if field == "summary" else "") + f(n)})
    parts = {
        "BYDAY values": "FREQ=MONTHLY;BYDAY=MO*,MO", "numbered BYDAY values": "FREQ=YEARLY;BYDAY=1MO*,1MO",
        "BYMONTHDAY values": "FREQ=MONTHLY;BYMONTHDAY=1*,1", "BYMONTH values": "FREQ=YEARLY;BYMONTH=1*,1",
        "BYSETPOS values": "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1*,1",
        "BYHOUR values": "FREQ=DAILY;BYHOUR=9*,9", "BYMINUTE values": "FREQ=DAILY;BYMINUTE=9*,9",
        "BYSECOND values": "FREQ=DAILY;BYSECOND=9*,9", "BYYEARDAY values": "FREQ=YEARLY;BYYEARDAY=9*,9",
        "BYWEEKNO values": "FREQ=YEARLY;BYWEEKNO=9*,9", "parts of a rule": "FREQ=DAILY*;COUNT=20",
        "unknown parts of a rule": "FREQ=DAILY*;X=1", "digits of a COUNT": "FREQ=DAILY;COUNT=1*1",
        "digits of an INTERVAL": "FREQ=DAILY;INTERVAL=1*1", "digits of an UNTIL": "FREQ=DAILY;UNTIL=2*1",
    }
    for name, rule in parts.items():
        first, rest = rule.split("*")
        yield name, lambda n, first=first, rest=rest: calendar(
            event="RRULE:" + first + rest * n + "\n")
        yield f"{name} in five events", lambda n, first=first, rest=rest: calendar(
            events=event("UID:e\nDTSTART:20250201T100000Z\nRRULE:" + first + rest * (n // 5)) * 5)
    for name, (first, rest) in {
        "times of one EXDATE": ("EXDATE:20250301T090000Z", ",20250301T090000Z"),
        "times of one RDATE": ("RDATE:20250301T090000Z", ",20250301T090000Z"),
        "days of one RDATE": ("RDATE;VALUE=DATE:20250301", ",20250301"),
        "spans of one RDATE": ("RDATE;VALUE=PERIOD:20250301T090000Z/PT1H", ",20250301T090000Z/PT1H"),
        "digits of a DTSTART": ("DTSTART:2", "1"), "digits of a DURATION": ("DURATION:PT", "1"),
        "parts of a DURATION": ("DURATION:P1D", "T1H"), "letters of a property": ("X-", "A"),
        "letters of a TZID": ("DTSTART;TZID=A", "b"), "folders of a TZID": ("DTSTART;TZID=A", "/b"),
        "parameters": ("X-A", ";B=1"), "values of a parameter": ("X-A;B=1", ",1"),
        "quotes of a parameter": ("X-A;B=", '"'), "semicolons": ("X-A", ";"),
        "categories of one property": ("CATEGORIES:a", ",b"), "escapes": ("SUMMARY:", "\\n"),
        "escaped commas": ("DESCRIPTION:", "\\,"), "backslashes": ("DESCRIPTION:", "\\"),
        "digits of a RECURRENCE-ID": ("RECURRENCE-ID:2", "1"), "digits of a GEO": ("GEO:1", "1"),
        "digits of a SEQUENCE": ("SEQUENCE:1", "1"),
    }.items():
        yield name, lambda n, first=first, rest=rest: calendar(event=first + rest * n + "\n")
    yield "a daily event with many attendees", lambda n: calendar(
        event="RRULE:FREQ=DAILY\n" + many("ATTENDEE;CN=P#:mailto:p#@x\n")(n))
    yield "a daily event with many categories", lambda n: calendar(
        event="RRULE:FREQ=DAILY\n" + many("CATEGORIES:c#\n")(n))
    yield "a daily event with many links", lambda n: calendar(
        event="RRULE:FREQ=DAILY\n" + many("ATTACH:http://a.b/#\n")(n))
    yield "a daily event with many properties", lambda n: calendar(
        event="RRULE:FREQ=DAILY\n" + many("X-#:1\n")(n))
    yield "a daily event with a long description", lambda n: calendar(
        event="RRULE:FREQ=DAILY\n", description="word " * n)
    yield "a daily event with a long title", lambda n: calendar(
        event="RRULE:FREQ=DAILY\n", summary="w" * n)
    yield "properties and overrides", lambda n: calendar(
        event="RRULE:FREQ=DAILY\n" + many("X-#:1\n")(n), events=many(
            event("UID:1@x\nRECURRENCE-ID:20250203T090000Z\nDTSTART:20250203T100000Z"))(n))
    yield "attendees and overrides", lambda n: calendar(
        event="RRULE:FREQ=DAILY\n" + many("ATTENDEE;CN=P#:mailto:p#@x\n")(n), events=many(
            event("UID:1@x\nRECURRENCE-ID:20250203T090000Z\nDTSTART:20250203T100000Z"))(n))
    yield "times taken out and put in", lambda n: calendar(
        event="RRULE:FREQ=DAILY\n" + "EXDATE:20250301T090000Z\nRDATE:20250301T090000Z\n" * n)
    for name, rules in {
        "spans of one zone": "BEGIN:STANDARD\nDTSTART:19#0101T000000\nTZOFFSETFROM:+0100\n"
                             "TZOFFSETTO:+0200\nEND:STANDARD\n",
        "rules of one zone": "BEGIN:DAYLIGHT\nDTSTART:19700329T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:"
                             "+0200\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\nEND:DAYLIGHT\n",
    }.items():
        yield name, lambda n, f=many(rules): calendar(
            head=zone("Z/Z", f(n)), start="DTSTART;TZID=Z/Z:20250201T100000")
    yield "times of one zone", lambda n: calendar(
        head=zone("Z/Z", "BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\n"
                  "TZOFFSETTO:+0200\n" + "RDATE:19710101T000000\n" * n + "END:STANDARD\n"),
        start="DTSTART;TZID=Z/Z:20250201T100000")
    yield "events in a zone of many rules", lambda n: calendar(
        head=zone("Z/Z", many("BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\n"
                              "TZOFFSETTO:+0100\nEND:STANDARD\n")(n)),
        events=many(event("UID:#\nDTSTART;TZID=Z/Z:20250201T100000"))(n))


def schedule_cases():
    """Names, and functions from a number to the bytes of a file."""
    import own_grammar  # which is made of the functions above
    import site_grammars

    for family, cases in (
            ("json", json_cases()), ("json", view_cases()), ("json", bilingual_cases()),
            ("json", version2_cases()),
            ("json", own_grammar.cases()), ("json", site_grammars.cases()),
            ("xml", xml_cases()), ("calendar", calendar_cases()),
            ("text", text_cases())):
        for name, make in cases:
            yield family, name, lambda n, make=make: make(n).encode("utf-8", "surrogatepass")
