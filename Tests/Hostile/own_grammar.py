"""Small schedules in konf's own JSON in which one element of the grammar is there n times."""
import grammars

TALK = '"start":"2025-02-01T10:00:00+01:00","end":"2025-02-01T11:00:00+01:00"'


def document(talk="", talks="", sessions="", session="", people="", locations="", conference="",
             speakers='"Ada"', halls='"Hall"', links="", codes="", alone="", lists=""):
    return (
        '{"conference":{"title":"C","zone":"Europe/Berlin"' + conference + '},"sessions":[{"id":"a",'
        '"title":"World",' + TALK + ',"day":"2025-02-01","locations":[' + halls + '],"talks":[{"id":"a",'
        '"title":"World","speakers":[' + speakers + '],"links":[' + links + '],"otherIds":[' + codes
        + "]" + talk + "}" + talks + "]" + session + "}" + sessions + '],"talks":[' + alone
        + '],"people":[{"id":"p","name":"Ada"}' + people + '],"locations":[{"id":"h","name":"Hall"}'
        + locations + "]" + lists + "}")


def cases():
    for name, part in {
        "sessions": dict(sessions=',{"id":"s#","title":"t#",' + TALK + ',"talks":[]}'),
        "sessions with one id": dict(sessions=',{"id":"a","title":"t#",' + TALK + ',"talks":[]}'),
        "sessions without fields": dict(sessions=",{}"),
        "sessions that are talks": dict(sessions=',{"id":"s#","title":"t#",' + TALK + ',"speakers":["Ada"]}'),
        "talks of one session": dict(talks=',{"id":"a/#","title":"t#","speakers":["Ada"]}'),
        "talks of one number": dict(talks=',{"id":"a/1","title":"t#"}'),
        "talks that count down": dict(talks=',{"id":"a/9","title":"t#"},{"id":"a/3","title":"t#"}'),
        "talks with an id of their own": dict(talks=',{"id":"x#","title":"t"}'),
        "talks without fields": dict(talks=",{}"), "lists of talks": dict(session=',"talks":[]'),
        "keys of a talk": dict(talk=',"k#":0'), "one key of a talk": dict(talk=',"title":"x"'),
        "keys of a session": dict(session=',"k#":0'), "keys of the conference": dict(conference=',"k#":0'),
        "lists of a document": dict(lists=',"l#":[]'), "lists of sessions": dict(lists=',"sessions":[]'),
        "conferences": dict(lists=',"conference":{"title":"C"}'),
        "speakers of a talk": dict(speakers=',{"id":"p#","name":"P#"}'),
        "one speaker of a talk": dict(speakers=',"Ada"'), "speakers without name": dict(speakers=",{}"),
        "locations of a session": dict(halls=',{"id":"h#","name":"H#"}'),
        "links of a talk": dict(links=',{"title":"l","url":"http://a.b/#"}'),
        "links without fields": dict(links=",{}"), "other ids of a talk": dict(codes=',"c#"'),
        "people": dict(people=',{"id":"q#","name":"P#","links":["http://a.b/#"]}'),
        "people of one name": dict(people=',{"id":"q#","name":"Ada"}'),
        "halls": dict(locations=',{"id":"g#","name":"H#"}'),
        "talks alone": dict(alone=',{"id":"n#/1","session":"n#","title":"t#","start":null}'),
        "talks alone with times": dict(alone=',{"id":"n#/1","session":"n#","title":"t#",' + TALK + "}"),
        "talks alone of one session": dict(alone=',{"id":"n/#","session":"n","title":"t#",' + TALK + "}"),
        "talks alone without session": dict(alone=',{"id":"/#","title":"t#","start":null}'),
        "marked talks": dict(alone=',{"id":"m#","title":"t#","start":null,"rating":5,"note":"n"}'),
    }.items():
        (field, text), = part.items()
        yield "konf JSON: " + name, lambda n, field=field, f=grammars.many(text): document(**{
            field: f(n).lstrip(",") if field in ("links", "codes", "alone") else (
                '"Ada"' if field == "speakers" else '"Hall"' if field == "halls" else "") + f(n)})
