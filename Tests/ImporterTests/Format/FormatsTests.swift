import ECSKit
import Importer
import Schedule
import Testing

@Suite("Formats")
struct FormatsTests {
  // MARK: Version 2

  @Test("schedule.json version 2 is read, with tracks and rooms by reference and breaks as such")
  func version2() throws {
    let fixture = try ScheduleFixture(
      """
      {"schedule": {"version": "2", "conference": {"acronym": "f", "title": "Fix Con",
        "time_zone_name": "Europe/Berlin", "days": [],
        "tracks": [{"slug": "art", "name": "Art & Beauty"}],
        "rooms": [{"name": "Saal 1", "guid": "r", "description": {"en": "Left", "de": "Links"}}]},
       "events": [
        {"guid": "g1", "code": "C1", "type": "TALK", "start": "2016-12-27T10:30:00+01:00",
         "end": "2016-12-27T11:00:00+01:00", "title": "Opening", "track": {"slug": "art"},
         "room": {"name": "Saal 1", "guid": "r"},
         "participants": [{"name": "Ada", "guid": "p", "role": "SPEAKER"}]},
        {"guid": "g2", "type": "BREAK", "start": "2016-12-27T11:00:00+01:00", "duration": "PT1H30M",
         "title": "Lunch", "track": {"slug": "food"}}
       ]}}
      """)
    let schedule = fixture.schedule
    #expect(fixture.messages.isEmpty)
    #expect(schedule.sessions.count == 2)
    #expect(schedule.talks.map { $0[Title.self]?.text } == ["Opening"])
    #expect(try fixture.entity("Opening")[Track.self]?.name == "Art & Beauty")
    #expect(try fixture.entity("Lunch")[Track.self]?.name == "food")
    #expect(try fixture.time("Lunch") == "2016-12-27T11:00:00+01:00 to 2016-12-27T12:30:00+01:00")
    #expect(schedule.locations.map { $0[Description.self]?.text } == ["Left"])
    #expect(schedule.speakers.map { $0[Name.self]?.text } == ["Ada"])
  }

  // MARK: Sessionize

  @Test("Sessionize's view \"All\" is read, and dangling references are reported")
  func sessionize() throws {
    let fixture = try ScheduleFixture(
      """
      {"sessions": [
        {"id": "12", "title": "Swift ", "description": "a\\r\\nb", "startsAt": "2016-04-24T09:00:00",
         "endsAt": "2016-04-24T09:50:00", "isServiceSession": false, "speakers": ["s-1", "s-9"],
         "categoryItems": [5, 7], "roomId": 3},
        {"id": "s-2", "title": "Lunch", "startsAt": "2016-04-24T12:00:00",
         "endsAt": "2016-04-24T13:00:00", "isServiceSession": true, "speakers": [], "roomId": 4},
        {"id": "13", "title": "Later", "startsAt": null, "endsAt": null, "roomId": null}],
       "speakers": [{"id": "s-1", "fullName": "Ada Lee", "bio": "b", "sessions": [12]}],
       "questions": [], "rooms": [{"id": 3, "name": "Hall (100)", "sort": 0}],
       "categories": [{"id": 1, "title": "Which track fits best?", "items": [{"id": 5, "name": "iOS"}]},
         {"id": 2, "title": "Language", "items": [{"id": 7, "name": "German"}]}]}
      """)
    let schedule = fixture.schedule
    #expect(schedule.zone.isFloating)
    #expect(schedule.sessions.count == 3)
    #expect(schedule.talks.count == 2)
    let talk = try fixture.entity("Swift")
    #expect(talk[Track.self]?.name == "iOS")
    #expect(talk[Language.self]?.code == "German")
    #expect(talk[Abstract.self]?.text == "a\nb")
    #expect(schedule.id(of: talk) == "12")
    #expect(schedule.speakers(of: talk).map(\.name) == ["Ada Lee"])
    #expect(schedule.locations(of: talk).map(\.name) == ["Hall (100)"])
    #expect(try fixture.time("Lunch") == "2016-04-24T12:00:00 to 2016-04-24T13:00:00")
    #expect(try fixture.entity("Later")[Timing.self] == nil)
    #expect(
      fixture.messages == [
        "3:84: item 3 (session 12), field \"speakers\": found the text \"s-9\"; expected the id of a "
          + "speaker",
        "6:89: item 4 (session s-2), field \"roomId\": found the number 4; expected the id of a room",
      ])
  }

  static let group = """
    {"groupId": null, "groupName": "All", "isDefault": true, "sessions": [SESSIONS, LUNCH]}
    """
  /// A break in all rooms is in the slots alone.
  static let day = """
    {"date": "2016-04-24T00:00:00", "isDefault": false, "rooms": [
      {"id": 3, "name": "Hall", "hasOnlyPlenumSessions": false, "sessions": [SESSIONS]},
      {"id": 4, "name": "Attic", "sessions": []}],
     "timeSlots": [{"slotStart": "09:00:00", "rooms": [
       {"id": 3, "name": "Hall", "session": {"id": "12", "title": "Swift"}, "index": 0}]},
      {"slotStart": "12:00:00", "rooms": [{"id": 3, "name": "Hall", "session": LUNCH, "index": 0},
       {"id": 4, "name": "Attic", "session": LUNCH, "index": 1}]}]}
    """

  @Test(
    "Sessionize's views of days and groups are read like the view \"All\"", arguments: [group, day])
  func sessionizeViews(part: String) throws {
    let talk = """
      {"id": "12", "title": "Swift ", "description": "a", "startsAt": "2016-04-24T09:00:00",
       "endsAt": "2016-04-24T09:50:00", "isServiceSession": false, "isPlenumSession": false,
       "speakers": [{"id": "s-1", "name": "Ada Lee"}, {"id": "s-2", "name": "Bo"}],
       "categories": [{"id": 1, "name": "Which track?", "sort": 0,
        "categoryItems": [{"id": 5, "name": "iOS"}]}, {"id": 2, "name": "Level",
        "categoryItems": [{"id": 6, "name": "All"}]}], "roomId": 3, "room": "Hall",
       "liveUrl": null, "recordingUrl": null, "status": "Accepted"}
      """
    let lunch = """
      {"id": "b", "title": "Lunch", "startsAt": "2016-04-24T12:00:00",
       "endsAt": "2016-04-24T13:00:00", "isServiceSession": true, "speakers": [],
       "categories": [], "roomId": 3, "room": "Hall"}
      """
    let other = """
      {"id": "13", "title": "Next day", "startsAt": "2016-04-25T09:00:00",
       "endsAt": "2016-04-25T10:00:00", "speakers": [{"id": "s-2", "name": "Bo"}],
       "categories": [], "roomId": 3, "room": "Hall"}
      """
    func filled(_ sessions: String) -> String {
      part.replacing("SESSIONS", with: sessions).replacing("LUNCH", with: lunch)
    }
    // A session of two categories is in two groups.
    let fixture = try ScheduleFixture("[\(filled(talk)), \(filled("\(other), \(talk)"))]")
    let schedule = fixture.schedule
    #expect(fixture.messages == [])
    #expect(schedule.zone.isFloating)
    #expect(schedule.sessions.count == 3)
    let swift = try fixture.entity("Swift")
    #expect(swift[Track.self]?.name == "iOS")
    #expect(schedule.id(of: swift) == "12")
    #expect(schedule.speakers(of: swift).map(\.name) == ["Ada Lee", "Bo"])
    #expect(schedule.locations(of: swift).map(\.name) == ["Hall"])
    #expect(schedule.speakers.map { $0[Name.self]?.text } == ["Ada Lee", "Bo"])
    let locations = part == Self.day ? ["Attic", "Hall"] : ["Hall"]
    #expect(schedule.locations.compactMap { $0[Name.self]?.text }.sorted() == locations)
    #expect(try fixture.time("Lunch") == "2016-04-24T12:00:00 to 2016-04-24T13:00:00")
    #expect(try fixture.entity("Lunch")[Title.self] == nil)
  }

  @Test("unreadable values in Sessionize's views are reported")
  func sessionizeViewIssues() throws {
    let fixture = try ScheduleFixture(
      """
      [{"date": "2016-04-24", "isDefault": true, "timeSlots": [], "rooms": [{"id": 1, "name": "Hall",
        "sessions": [
         {"id": "1", "title": "A", "room": ["Hall"], "speakers": [{"id": "s"}, "s"], "categories": {}},
         {"id": "2", "title": "B", "categories": [{"id": 1, "name": "Track", "itens": [{"id": 2}]}]},
         {"id": "2", "title": "C", "roomId": 9}, 7], "sesions": [{"id": "4"}]}]},
       {"date": "2016-04-25", "isDefault": false, "timeSlots": [], "roms": [{"sessions": []}]}, null, 5]
      """)
    #expect(
      fixture.schedule.sessions.compactMap { $0[Title.self]?.text } == ["A", "B", "C"])
    #expect(
      fixture.messages == [
        "3:38: item 2 (session 1), field \"room\": found a list; expected the name of a room",
        "3:61: item 2 (session 1), field \"speakers\": found an object; expected the id of a speaker",
        "3:74: item 2 (session 1), field \"speakers\": found the text \"s\"; expected the id of a "
          + "speaker",
        "3:94: item 2 (session 1), field \"categories\": found an object; expected a list",
        "4:72: \"itens\" is unknown; its content is skipped\n  did you mean \"items\"?",
        "5:4: item 4 (session 2#2): item 3 at 4:4 has the same key; both records are kept",
        "5:44: item 5: found the number 7; expected an object",
        "5:48: item 1 (location Hall): \"sesions\" is unknown; its content is skipped\n"
          + "  did you mean \"sessions\"?",
        "6:62: \"roms\" is unknown; its content is skipped\n  did you mean \"rooms\"?",
        "6:91: item 6: found null; expected an object",
        "6:97: item 7: found the number 5; expected an object",
      ])
  }

  @Test("a session with a blank room is in the room of its number, or the one that lists it")
  func sessionizeBlankRoom() throws {
    let inRoom = try ScheduleFixture(
      """
      [{"date": "2016-04-24", "timeSlots": [], "rooms": [{"id": 1, "name": "Hall", "sessions": [
        {"id": "1", "title": "A", "room": " ", "roomId": 2}]}]}]
      """)
    let ofAll = try ScheduleFixture(
      """
      {"sessions": [{"id": "1", "title": "A", "room": "", "roomId": 1}], "speakers": [],
       "rooms": [{"id": 1, "name": "Hall"}], "categories": []}
      """)
    for fixture in [inRoom, ofAll] {
      #expect(try fixture.entity("A")[LocationNames.self]?.names == ["Hall"])
    }
  }

  // MARK: What is refused

  static let refused: [(file: String, look: String)] = [
    ("Room,Date,Start,Title\nA,2016-01-01,10:00,X\n", "a table (CSV)"),
    ("a;b;c\n1;2;3\n", "a table (CSV)"),
    ("%PDF-1.4", "a PDF"),
    ("", "an empty file"),
    ("\u{feff} \r\n\t", "an empty file"),
    ("# Notes\n\n{}", "plain text that begins with \"# Notes\""),
    ("BEGIN:VCARD\r\nEND:VCARD\r\n", "plain text that begins with \"BEGIN:VCARD\""),
    ("title: a schedule, of a kind\n", "plain text that begins with \"title: a schedule, of a \""),
    ("nothing", "plain text that begins with \"nothing\""),
    ("PK\u{3}\u{4}x", "a ZIP archive"),
    ("a\u{0}\u{1}\u{2}b", "a binary file"),
    (
      #"[{"id": "s", "fullName": "Ada", "sessions": [{"id": 1, "name": "A"}]}]"#,
      "the \"Speakers\" view of Sessionize, which has no times"
    ),
    (
      #"{"sessions": [{"speakerIds": []}], "speakers": []}"#,
      "JSON with sessions and speakers in an unknown form"
    ),
    (#"{"schedule": {"version": "1"}}"#, "a schedule.json without a conference"),
    (
      #"{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}"#,
      #"a JSON object with "a", "b", "c", "d" and more"#
    ),
    (#"[{"date": "2016", "rooms": []}]"#, #"a JSON list of objects with "date", "rooms""#),
    ("true", "JSON that consists only of true"),
  ]

  @Test("a file that is not a schedule is refused with a guess at its format", arguments: refused)
  func refusal(file: String, look: String) {
    let error = #expect(throws: ImportError.self) { try ScheduleFixture(file) }
    let start = look == "an empty file" ? "the file is empty" : "it looks like \(look)"
    #expect(
      error?.description == "\(start); expected a schedule as UIKonf JSON, "
        + "schedule.json, schedule.xml, Sessionize JSON, iCalendar, konf JSON or the JSON of COSCUP, "
        + "SITCON, try! Swift, pretalx's widget or Indico's timetable")
  }

  /// Files of sites that have the same schedule in a format that is read.
  static let strangers = [
    (
      "<!DOCTYPE html>\n<p>404</p>", "a web page (HTML)",
      "schedule.json, schedule.xml or a calendar"
    ),
    (
      "  <HTML><script src='/static/pretalx.js'>", "a web page (HTML)",
      "schedule/export/schedule.json"
    ),
    (
      "<?xml version=\"1.0\"?>\n<!-- made by -->\n<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0\">",
      "a web page (HTML)", "schedule.json, schedule.xml or a calendar"
    ),
    (
      "<head><title>404</title></head>", "a web page (HTML)",
      "schedule.json, schedule.xml or a calendar"
    ),
    (
      "<pretalx-schedule event-url='https://a.org/pretalx/'></pretalx-schedule>",
      "a web page (HTML)",
      "schedule/export/schedule.json"
    ),
    (
      #"{"talks": {}, "event_start": "2016-04-24"}"#, "the data of a pretalx widget",
      "schedule/export/schedule.json from the same site"
    ),
    (
      #"{"rooms": ["Hall"], "talks": [{"id": 1, "start_ts": 1461481200}]}"#,
      "the schedule.json of pretalx's broadcast tools", "schedule/export/schedule.json"
    ),
    (
      #"{"count": 1, "next": null, "previous": null, "results": [{"code": "AB", "title": "A"}]}"#,
      "a response of pretalx's API", "schedule/export/schedule.json"
    ),
    (
      #"{"count": 1, "next": null, "previous": null, "results": [{"talk_id": 1, "title": "A"}]}"#,
      "a response of wafer's API", "schedule/pentabarf.xml"
    ),
    (
      #"{"conference name": "A", "domain": "a.org", "venues": [], "events": []}"#,
      "wafer's schedule.json for staff", "schedule/pentabarf.xml"
    ),
    (
      #"{"results": [{"_type": "Conference"}], "_type": "HTTPAPIResult"}"#, "an export of Indico",
      "export/timetable/NUMBER.json or event/NUMBER/event.ics?scope=contribution"
    ),
    (
      #"{"results": {"7": {}}, "additionalInfo": {}}"#, "an export of Indico",
      "export/timetable/NUMBER.json"
    ),
    (
      "<httpapiresult><count>1</count><results/></httpapiresult>", "an export of Indico",
      "export/timetable/NUMBER.json"
    ),
    (
      "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Indico Feed</title></feed>",
      "a feed of Indico (Atom)", "export/timetable/NUMBER.json"
    ),
    (
      "Id,Title,Description,Date,Duration,Type,Session,Track\n1,A,,,0:30:00,,,\n", "a table (CSV)",
      "export/timetable/NUMBER.json"
    ),
    (
      "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>A schedule updates</title></feed>",
      "a news feed", "schedule.xml or schedule.json from the same site"
    ),
    ("<rss version=\"2.0\"><channel/></rss>", "a news feed", "the calendar (.ics)"),
    (
      "<iCalendar xmlns:xCal='x'><vcalendar/></iCalendar>", "a calendar as XML (xCal)",
      "the calendar (.ics), schedule.xml or schedule.json from the same site"
    ),
    (
      "<xcal:icalendar xmlns:xcal='urn:x'/>", "a calendar as XML (xCal)", "the calendar (.ics)"
    ),
    (
      #"{"schedule": [{"conf_key": 1, "kind": "talk", "name": "A", "authors": ["Ada"]}]}"#,
      "the conference.json of symposion", "a calendar (.ics) of the same conference"
    ),
    (
      #"[{"title": "A", "microlocation": {"id": 1, "name": "Hall"}}]"#,
      "the sessions of Open Event", "Pentabarf XML or as iCalendar (.ics) of the same event"
    ),
    (
      #"{"data": [{"type": "session", "attributes": {"starts-at": "2016-04-24T09:00:00Z"}}]}"#,
      "the sessions of Open Event", "Pentabarf XML"
    ),
    (
      #"{"data": {"type": "session", "attributes": {"starts-at": "2016-04-24T09:00:00Z"}}}"#,
      "the sessions of Open Event", "Pentabarf XML"
    ),
    (#"{"title": "A", "microlocation": null}"#, "the sessions of Open Event", "Pentabarf XML"),
  ]

  @Test("a refusal names the readable format that the same site offers", arguments: strangers)
  func advice(file: String, look: String, advice: String) {
    let error = #expect(throws: ImportError.self) { try ScheduleFixture(file) }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("it looks like \(look)") && text.contains("; use "), "\(text)")
    #expect(text.contains(advice) && !text.contains("expected"), "\(text)")
  }
}
