import ECSKit
import Importer
import Schedule
import Testing

@Suite("Formats")
struct FormatsTests {
  // MARK: Version 2

  @Test("schedule.json of version 2 is read, with tracks and rooms by reference and pauses as such")
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

  @Test("Sessionize's view of all is read; what refers to nothing is an issue")
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

  // MARK: What is refused

  static let refused: [(file: String, look: String)] = [
    ("<!DOCTYPE html>\n<p>404</p>", "an HTML page"),
    ("  <HTML><body>", "an HTML page"),
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
    ("a\u{0}\u{1}\u{2}b", "a file that is no text"),
    (#"{"results": [], "_type": "HTTPAPIResult"}"#, "an export of Indico"),
    (
      #"{"sessions": [], "speakers": [], "session_types": [], "rooms": []}"#,
      "the sessions of COSCUP or SITCON"
    ),
    (
      #"{"sessions": [{"speakerIds": []}], "speakers": []}"#,
      "JSON with sessions and speakers of another kind"
    ),
    (#"{"schedule": {"version": "1"}}"#, "a schedule.json without a conference"),
    (
      #"{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}"#,
      #"a JSON object with "a", "b", "c", "d" and more"#
    ),
    (#"[{"date": "2016", "rooms": []}]"#, #"a JSON list of objects with "date", "rooms""#),
    ("true", "JSON that is just true"),
  ]

  @Test("what is no schedule is refused with what it looks like", arguments: refused)
  func refusal(file: String, look: String) {
    let error = #expect(throws: ScheduleImportError.self) { try ScheduleFixture(file) }
    #expect(
      error?.description == "it looks like \(look); expected a schedule as UIKonf JSON, "
        + "schedule.json, schedule.xml, Sessionize JSON or iCalendar")
  }
}
