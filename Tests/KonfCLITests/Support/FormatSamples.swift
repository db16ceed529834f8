import Testing

/// One small invented schedule in each format that is read, with the traps of real files.
///
/// Where the format can say it, there are an event without a room, one after midnight, one
/// identifier twice, an abstract in HTML, wide characters, and something without a time.
enum FormatSamples {
  struct Sample: CustomTestStringConvertible {
    let name: String
    /// How many sessions konf shows of it.
    let sessions: Int
    let text: String

    var testDescription: String { name }
  }

  static let all = [
    Sample(name: "UIKonf JSON", sessions: 3, text: uiKonf),
    Sample(name: "schedule.json", sessions: 3, text: frabJSON),
    Sample(name: "schedule.json v2", sessions: 2, text: frabJSON2),
    Sample(name: "schedule.xml", sessions: 4, text: frabXML),
    Sample(name: "schedule.xml without a zone", sessions: 4, text: floatingXML),
    Sample(name: "Sessionize", sessions: 3, text: sessionize),
    Sample(name: "Sessionize's GridSmart", sessions: 2, text: gridSmart),
    Sample(name: "try! Swift", sessions: 4, text: trySwift),
    Sample(name: "COSCUP", sessions: 3, text: coscup),
    Sample(name: "pretalx's widget", sessions: 5, text: pretalxWidget),
    Sample(name: "Indico's timetable", sessions: 4, text: indicoTimetable),
    Sample(name: "konf JSON", sessions: 4, text: konf),
    Sample(name: "iCalendar", sessions: 3, text: iCalendar),
    Sample(name: "iCalendar without a zone", sessions: 3, text: floatingCalendar),
  ]

  private static let uiKonf = """
    [{"conference": "Fair", "month": "2016-04", "zone": "Europe/Berlin"},
     {"t_id": "a", "startTime": "24-09-00", "endTime": "24-10-00", "description": "Opening",
      "locations": ["Hall"]},
     {"t_id": "a", "t_index": 1, "title": "開会式", "speaker_name": "Ada", "language": "ja"},
     {"t_id": "a", "description": "Again"}, {"t_id": "b", "endTime": "24-09-00"},
     {"name": "Ada", "bio": "Counts.", "organizer": true}, {"name": "Hall", "address": "Street"}]
    """

  private static let frabJSON = """
    {"schedule": {"version": "1", "conference": {"title": "Fair", "time_zone_name": "Europe/Berlin",
     "days": [{"index": 1, "date": "2016-04-24", "day_start": "2016-04-24T09:00:00+02:00",
      "day_end": "2016-04-25T04:00:00+02:00", "rooms": {
       "Hall": [{"id": 1, "guid": "g", "date": "2016-04-24T09:00:00+02:00", "start": "09:00",
         "duration": "1:00", "room": "Hall", "title": "開会式 🎪", "track": null, "language": "ja",
         "abstract": "<p>a<ul><li>b</li></ul></p>", "persons": [{"id": 1, "public_name": "Ada"}]}],
       "": [{"id": 1, "guid": "g", "date": "2016-04-25T00:15:00+02:00", "start": "00:15",
         "duration": "55:23", "room": "", "title": "Late"},
        {"id": 2, "title": "At no time", "persons": []}]}}]}}}
    """

  private static let frabJSON2 = """
    {"schedule": {"version": "2", "conference": {"title": "Fair", "time_zone_name": "Europe/Berlin",
      "rooms": [{"name": "Hall", "guid": "r"}]}, "events": [
      {"guid": "g", "type": "TALK", "start": "2016-04-24T09:00:00+02:00", "duration": "PT45M",
       "title": "開会式", "room": {"name": "Hall", "guid": "r"}, "participants": [{"name": "Ada"}]},
      {"guid": "h", "type": "BREAK", "start": "2016-04-24T10:00:00+02:00", "title": "Break"}]}}
    """

  private static let frabXML = xml("<time_zone_name>Europe/Berlin</time_zone_name>")
  private static let floatingXML = xml("")

  private static func xml(_ zone: String) -> String {
    """
    <schedule><conference><title>Fair</title><day_change>04:00</day_change>\(zone)</conference>
    <day index="1" date="2016-04-24"><event id="1"><title>No room</title><start>09:00</start>
    <duration>6944:11:40</duration></event>
    <room name="Hall"><event id="2"><title>開会式</title><start>09:00</start>
    <duration>1:00</duration><room>Hall</room><language>ja</language><track>Main</track>
    <abstract>&lt;p&gt;a&lt;br&gt;b&lt;/p&gt;</abstract><persons><person id="1">Ada</person></persons>
    </event><event id="2"><title>Late</title><start>00:15</start><duration>0:45</duration></event>
    <event id="3"><title>At no time</title></event></room></day></schedule>
    """
  }

  private static let sessionize = """
    {"sessions": [{"id": "12", "title": "開会式", "startsAt": "2016-04-24T09:00:00",
      "endsAt": "2016-04-24T09:50:00", "speakers": ["s"], "roomId": 3},
      {"id": "a-b", "title": "Lunch", "startsAt": "2016-04-24T12:00:00", "isServiceSession": true},
      {"id": "13", "title": "At no time", "startsAt": null, "roomId": null}],
     "speakers": [{"id": "s", "fullName": "Ada", "sessions": [12]}],
     "rooms": [{"id": 3, "name": "Hall"}], "categories": [], "questions": []}
    """

  private static let gridSmart = """
    [{"date": "2016-04-24T00:00:00", "isDefault": false, "rooms": [{"id": 3, "name": "Hall",
      "hasOnlyPlenumSessions": false, "sessions": [
       {"id": "12", "title": "開会式", "startsAt": "2016-04-24T09:00:00",
        "endsAt": "2016-04-24T09:50:00", "speakers": [{"id": "s", "name": "Ada"}], "categories": [],
        "roomId": 3, "room": "Hall"}]}], "timeSlots": []},
     {"date": "2016-04-25T00:00:00", "isDefault": true, "timeSlots": [], "rooms": [{"id": 4,
      "name": "Attic", "sessions": [{"id": "a-b", "title": "Lunch", "isServiceSession": true,
       "startsAt": "2016-04-25T00:15:00", "roomId": 4, "room": "Attic"}]}]}]
    """

  private static let trySwift = """
    {"id": 1, "title": "Day 1", "title_ja": "1日目", "date": "2016-04-24T09:00:00Z", "schedules": [
     {"time": "2016-04-24T09:00:00Z", "end_time": "2016-04-24T09:30:00Z", "sessions": [
      {"id": 1, "title": "Opening", "title_ja": "開会式", "place": "Hall", "place_ja": "ホール",
       "summary": "Come in.", "speakers": [{"name": "Ada", "image_name": "ada", "bio": "Counts.",
        "links": [{"name": "@ada", "url": "https://example.org/ada"}]}], "youtube_video_id": "x1"},
      {"id": 2, "title": "Breakfast", "title_ja": "朝食"}]},
     {"id": 2, "time": "2016-04-24T10:00:00Z", "sessions": [{"title": "Break"}]},
     {"sessions": [{"id": 3, "title": "At no time", "speakers": [{"name": "Ada"}]}]}]}
    """

  private static let coscup = """
    {"sessions": [
      {"id": "A1", "type": "t", "room": "R0", "broadcast": null, "start":
       "2016-04-24T09:00:00Z", "end": "2016-04-24T09:30:00Z", "language": "漢語",
       "zh": {"title": "開会式", "description": ""}, "en": {"title": "開会式", "description": "<b>a</b>"},
       "speakers": ["s"], "tags": ["x"], "uri": "https://example.org/A1", "slide": null, "qa": null},
      {"id": "A2", "type": "t", "room": "R1", "broadcast": ["R0", "R1"], "start": "2016-04-24T10:00:00Z", "speakers": [],
       "zh": {"title": "午餐", "description": ""}, "en": {"title": "午餐", "description": ""}},
      {"id": "A3", "type": "t", "room": null, "start": null, "end": null, "speakers": ["s"],
       "zh": {"title": "晚"}, "en": {"title": ""}}],
     "speakers": [{"id": "s", "avatar": "//example.org/s.png", "zh": {"name": "艾達", "bio": "數"},
       "en": {"name": "Ada", "bio": "Counts."}}],
     "session_types": [{"id": "t", "zh": {"name": "主"}, "en": {"name": "Main"}}],
     "rooms": [{"id": "R0", "zh": {"name": "廳"}, "en": {"name": "Hall"}},
      {"id": "R1", "zh": {"name": "閣樓"}, "en": {"name": "Attic"}}],
     "tags": [{"id": "x", "zh": {"name": "門"}, "en": {"name": "Beginner"}}]}
    """

  private static let pretalxWidget = """
    {"talks": [
      {"code": "AB", "id": 7, "title": "開会式", "abstract": "<b>a</b>", "speakers": ["S"], "track": 3,
       "start": "2016-04-24T09:00:00+02:00", "end": "2016-04-24T09:50:00+02:00", "room": 1,
       "duration": 30, "updated": "2016-01-01T00:00:00Z", "content_locale": "ja"},
      {"id": 9, "title": {"en": "", "de": "Pause"}, "start": "2016-04-24T08:00:00Z",
       "end": "2016-04-24T10:30:00+02:00", "room": null, "slot_type": "break"},
      {"code": "AB", "id": 8, "title": "Again", "abstract": "<b>a</b>", "speakers": ["S"], "track": 3,
       "start": "2016-04-25T00:15:00+02:00", "end": "2016-04-25T01:00:00+02:00", "room": 2},
      {"code": "CD", "id": 11, "title": "Online", "abstract": null, "speakers": ["T", "S"],
       "track": null, "start": "2016-04-24T11:00:00+02:00", "end": null, "room": null},
      {"code": "EF", "id": 12, "title": "At no time", "speakers": [], "start": null, "end": null}],
     "version": "1.0", "schedule_id": 2, "timezone": "Europe/Berlin", "event_start": "2016-04-24",
     "event_end": "2016-04-25", "tracks": [{"id": 3, "name": {"en": "Main", "de": "Haupt"},
      "description": {}, "color": "#000000"}],
     "rooms": [{"id": 1, "name": "Hall", "description": {"en": "Left"}}, {"id": 2, "name": "Attic"}],
     "speakers": [{"code": "S", "name": "Ada", "avatar": null},
      {"code": "T", "name": "Ada", "avatar": "https://example.org/t.png"}]}
    """

  private static let indicoTimetable = """
    {"count": 1, "additionalInfo": {}, "_type": "HTTPAPIResult", "ts": 1,
     "url": "https://example.org/export/timetable/5.json", "results": {"5": {
      "20160424": {
       "s3": {"entryType": "Session", "id": "s3", "sessionSlotId": 2, "title": "Main", "slotTitle": "1",
        "startDate": {"date": "2016-04-24", "time": "22:00:00", "tz": "Europe/Berlin"},
        "endDate": {"date": "2016-04-25", "time": "01:00:00", "tz": "Europe/Berlin"}, "duration": 180,
        "room": "Hall", "location": "", "conveners": [{"name": "Bo", "affiliation": ""}],
        "description": "", "entries": {"c4": {"entryType": "Contribution", "contributionId": 51,
         "id": "c4", "title": "開会式", "description": "<p>a<ul><li>b</li></ul></p>",
         "startDate": {"date": "2016-04-25", "time": "00:15:00", "tz": "Europe/Berlin"},
         "endDate": {"date": "2016-04-25", "time": "01:00:00", "tz": "Europe/Berlin"},
         "room": "Hall", "location": "", "url": "/event/5/contributions/51/", "attachments":
         {"files": [{"title": "slides", "download_url": "/event/5/attachments/1"}], "folders": []},
         "presenters": [{"firstName": "Ada", "familyName": "Holm", "name": "Dr. Ada Holm",
          "affiliation": "Lab", "emailHash": "x"}], "authors": [{"name": "Cy"}]}}},
       "b5": {"entryType": "Break", "id": "b5", "title": "Lunch", "room": "", "location": "Hof",
        "startDate": {"date": "2016-04-24", "time": "12:00:00", "tz": "Europe/Berlin"},
        "endDate": {"date": "2016-04-24", "time": "13:00:00", "tz": "Europe/Berlin"}}},
      "20160425": {"c6": {"entryType": "Contribution", "contributionId": 52, "id": "c6",
       "title": "No room", "startDate": {"date": "2016-04-25", "time": "09:00:00", "tz":
       "Europe/Berlin"}, "endDate": null, "presenters": [], "attachments": {"files": null}}}}}}
    """

  private static let konf = """
    {"conference": {"title": "Fair", "zone": "Europe/Berlin", "dayChange": "04:00"}, "sessions": [
      {"id": "g", "title": "開会式", "start": "2016-04-24T09:00:00+02:00", "day": "2016-04-24",
       "end": "2016-04-24T10:00:00+02:00", "locations": [{"id": "h", "name": "Hall"}], "talks": [
        {"id": "g", "title": "開会式", "language": "ja", "abstract": "a <b> c", "speakers": ["Ada"],
         "links": [{"title": "Slides (1.pdf)", "url": null}], "otherIds": ["AB"]}]},
      {"id": "l", "title": "Late", "start": "2016-04-25T00:15:00+02:00", "day": "2016-04-24",
       "locations": [], "talks": [{"id": "l/2", "title": "Two"}, {"id": "l/1", "title": "One"}]},
      {"id": "g", "title": "Again", "start": null, "talks": [], "rating": 5, "abstract": "Tea"},
      {"title": "At no time", "start": null, "speakers": []}],
     "talks": [{"id": "x/1", "session": "x", "title": "Alone", "start": null}],
     "people": [{"id": "7", "name": "Ada", "organizer": true, "biography": "Counts."}],
     "locations": [{"id": "h", "name": "Hall", "address": "Street"}]}
    """

  private static let iCalendar = calendar("X-WR-TIMEZONE:Europe/Berlin\r\n")
  private static let floatingCalendar = calendar("")

  private static func calendar(_ zone: String) -> String {
    let events = [
      "UID:1\nDTSTART:20160424T090000\nDTEND:20160424T100000\nSUMMARY:開会式\nLOCATION:Hall"
        + "\nATTENDEE;CN=Ada:x",
      "UID:1\nDTSTART:20160424T110000\nSUMMARY:Again", "SUMMARY:At no time",
    ].map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }
    return "BEGIN:VCALENDAR\r\n\(zone)"
      + events.joined().split(separator: "\n").joined(separator: "\r\n")
      + "\r\nEND:VCALENDAR\r\n"
  }
}
