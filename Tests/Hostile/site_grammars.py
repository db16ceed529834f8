"""The data of pretalx's widget and of Indico, in which one element is n times."""
import json

from grammars import calendar, many

# What Markdown can be made of: what opens without an end, what ends late, and what is nested.
MARKDOWN = {
    "open brackets": "[", "open brackets and letters": "[a", "closed brackets": "[a]",
    "escaped brackets": "[\\[", "links": "[a](http://a.b/#) ", "links without end": "[a](b",
    "links in links": "[a [b](c) ", "titles without end": '[a](b "c', "blanks in a link": "[a](b   ",
    "images": "![a](b)", "images without end": "![", "exclamation marks": "!",
    "parentheses": "[a](((", "stars": "*", "stars and letters": "*a", "words in stars": "*a* ",
    "stars that open": " *a", "stars that close": "a* ", "stars of three lengths": "***a **b *c ",
    "stars in stars": "*a **b ", "underscores": "_a ", "backticks": "`", "backticks and letters": "`a",
    "words in backticks": "`a` ", "backticks of two lengths": "`a``b```c ", "escapes": "\\*",
    "backslashes": "\\", "quotes in quotes": "> ", "quoted lines": "> *a*\n", "headings": "# *a*\n",
    "number signs": "#", "lists": "- *a*\n", "empty lines": "*\n", "blocks of code": "```\na\n",
    "lines without letters": "\n",
}


def pretalx_widget(talks="", speakers="", rooms="", tracks="", names='"p"', talk="", root=""):
    return (
        '{"talks":[{"code":"a","title":"World","speakers":[' + names + '],"track":1,"room":1,"start":'
        '"2025-02-01T10:00:00+01:00","end":"2025-02-01T11:00:00+01:00"' + talk + "}" + talks
        + '],"timezone":"Europe/Berlin","event_start":"2025-02-01","tracks":[{"id":1,"name":"T"}'
        + tracks + '],"rooms":[{"id":1,"name":"Hall"}' + rooms + '],"speakers":[{"code":"p","name":"Ada"}'
        + speakers + "]" + root + "}")


def indico(entries="", parts="", days="", events="", names='{"name":"Ada"}', files="", talk="", session=""):
    times = (
        '"startDate":{"date":"2025-02-01","time":"10:00:00","tz":"Europe/Berlin"},"endDate":{"date":'
        '"2025-02-01","time":"11:00:00","tz":"Europe/Berlin"},')
    return (
        '{"url":"https://a.b/export/timetable/5.json","results":{"5":{"20250201":{"s1":{"entryType":'
        '"Session","sessionSlotId":1,"title":"S",' + times + '"entries":{"c1":{"entryType":"Contribution",'
        '"contributionId":1,"title":"World",' + times + '"room":"Hall","presenters":[' + names
        + '],"attachments":{"files":[' + files + '],"folders":[]}' + talk + "}" + parts + "}" + session
        + "}" + entries + "}" + days + "}" + events + "}}")


def cases():
    talk = '"title":"t#","start":"2025-02-01T10:00:00+01:00","room":1,"speakers":["p"]}'
    for name, part in {
        "talks": dict(talks=',{"code":"c#",' + talk), "slots of one talk": dict(talks=',{"code":"a",' + talk),
        "breaks": dict(talks=',{"id":#,' + talk), "breaks with one number": dict(talks=',{"id":1,' + talk),
        "talks without an identifier": dict(talks=',{"title":"t#"}'),
        "people": dict(speakers=',{"code":"q#","name":"P#"}'),
        "people with one code": dict(speakers=',{"code":"p","name":"P#"}'),
        "people with one name": dict(speakers=',{"code":"q#","name":"Ada"}'),
        "rooms": dict(rooms=',{"id":1#,"name":"R#"}'), "rooms with one number": dict(rooms=',{"id":1,"name":"R"}'),
        "tracks": dict(tracks=',{"id":1#,"name":{"en":"T#"}}'), "names of a talk": dict(names=',"p"'),
        "unknown names of a talk": dict(names=',"n#"'), "keys of a talk": dict(talk=',"k#":0'),
        "languages of a title": dict(talk=',"title":{"l#":"World"}'),
        "lists of talks": dict(root=',"talks":[]'), "keys of the file": dict(root=',"k#":0'),
    }.items():
        (field, text), = part.items()
        yield "pretalx widget: " + name, lambda n, field=field, f=many(text): pretalx_widget(**{
            field: f(n).lstrip(",") if field == "names" else f(n)})
    for name, text in MARKDOWN.items():
        yield f"pretalx widget: {name} in Markdown", lambda n, f=many(text): pretalx_widget(
            talk=',"abstract":' + json.dumps("*" + f(n)))
    # Each run of backticks has another length, so none closes another.
    yield "pretalx widget: longer and longer backticks in Markdown", lambda n: pretalx_widget(
        talk=',"abstract":"' + "".join("`" * (i + 1) + " " for i in range(int(n ** 0.5))) + '"')
    entry = '"entryType":"Contribution","contributionId":2#,"title":"t#","room":"R#"}'
    block = '"entryType":"Session","sessionSlotId":2#,"title":"t","entries":{"c2#":{' + entry + "}}"
    for name, part in {
        "entries": dict(entries=',"c2#":{' + entry), "entries with one key": dict(entries=',"c2":{' + entry),
        "equal entries": dict(entries=',"c2":{"entryType":"Contribution","contributionId":2,"title":"t"}'),
        "entries of unknown types": dict(entries=',"x#":{"entryType":"X"}'),
        "sessions": dict(entries=',"s2#":{' + block), "sessions with one key": dict(entries=',"s2":{' + block),
        "parts of a session": dict(parts=',"c2#":{' + entry), "days": dict(days=',"20250202":{"c2#":{' + entry + "}"),
        "events": dict(events=',"6#":{"20250202":{"c2#":{' + entry + "}}"),
        "people of a talk": dict(names=',{"firstName":"A#","familyName":"B"}'),
        "one person of a talk": dict(names=',{"name":"Ada"}'), "people without a name": dict(names=",{}"),
        "files of a talk": dict(files=',{"title":"f","download_url":"/f#"}'),
        "keys of a talk": dict(talk=',"k#":0'), "lists of authors": dict(talk=',"authors":[{"name":"A#"}]'),
        "lists of parts": dict(session=',"entries":{"c2#":{' + entry + "}"),
    }.items():
        (field, text), = part.items()
        yield "Indico: " + name, lambda n, field=field, f=many(text): indico(**{
            field: f(n).lstrip(",") if field in ("names", "files") else f(n)})
    yield "Indico: sessions in sessions", lambda n: indico(
        entries=',"s2":{"entryType":"Session","sessionSlotId":2,"entries":' * n)
    yield "Indico: signs of an address", lambda n: indico(talk=',"url":"/' + "x" * n + '"')
    yield "Indico: names in a description", lambda n: calendar(
        head="PRODID:-//CERN//INDICO//EN\n", uid="indico-contribution-1@x",
        description="Speakers: " + "Ann Lee (Lab)\\, " * n + "Bo\\n\\nText.")
    yield "Indico: brackets in a description", lambda n: calendar(
        head="PRODID:-//CERN//INDICO//EN\n", uid="indico-contribution-1@x",
        description="Speakers: Ann " + "(" * n + ")" * n)
