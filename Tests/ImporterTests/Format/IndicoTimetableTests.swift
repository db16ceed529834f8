import ECSKit
import Importer
import Schedule
import Testing

@Suite("Indico's timetable")
struct IndicoTimetableTests {
  private static func moment(_ day: Int, _ time: String) -> String {
    #"{"date": "2027-03-\#(day)", "time": "\#(time):00", "tz": "Europe/Berlin"}"#
  }

  private static func entry(
    _ key: String, _ type: String, _ from: String, _ to: String, _ more: String
  ) -> String {
    #""\#(key)": {"entryType": "\#(type)", "startDate": \#(from), "endDate": \#(to), "duration": 5, \#(more)}"#
  }

  private static func timetable(_ days: [(day: String, entries: [String])]) -> String {
    let days = days.map { #""\#($0.day)": {\#($0.entries.joined(separator: ", "))}"# }
    return """
      {"_type": "HTTPAPIResult", "url": "https://Indico.example.org:8443/export/timetable/5.json?a=1",
       "results": {"5": {\(days.joined(separator: ", "))}}, "count": 1}
      """
  }

  private static let talk = entry(
    "c1", "Contribution", moment(27, "22:30"), moment(28, "00:30"),
    """
    "contributionId": 51, "title": "Ships", "description": "<p>One.</p><p>Two.</p>",
    "room": "Hall", "location": "Centre", "url": "/event/5/contributions/51/",
    "presenters": [{"firstName": "Ann", "familyName": "Example", "name": "Prof. Ann Example",
     "affiliation": "Institute", "emailHash": "0f", "email": "ann@example.org"}],
    "authors": [{"firstName": "Bob", "familyName": "Example", "affiliation": "Lab, North"}],
    "attachments": {"files": [{"title": "Slides", "download_url": "/event/5/slides.pdf"}],
     "folders": [{"title": "More", "attachments": [
      {"title": "Paper", "download_url": "https://example.org/paper"}]}]}
    """)

  private static let session = entry(
    "s2", "Session", moment(27, "22:00"), moment(28, "01:00"),
    """
    "sessionSlotId": 7, "title": "Sea", "slotTitle": "Evening", "room": "Hall", "location": "Centre",
    "conveners": [{"firstName": "Cy", "familyName": "Lee", "affiliation": ""}], "entries": {\(talk),
    \(entry("b3", "Break", moment(28, "00:30"), moment(28, "01:00"), #""title": "Tea""#))}
    """)

  @Test("talks, sessions and breaks are read with their people, places and links, each once")
  func entries() throws {
    let fixture = try ScheduleFixture(
      Self.timetable([
        ("20270327", [Self.session]), ("20270328", [Self.session]), ("20270329", []),
      ]))
    let schedule = fixture.schedule
    #expect(fixture.messages == [])
    #expect(fixture.notes == [])
    #expect(schedule.zone.name == "Europe/Berlin")
    #expect(
      schedule.sessions.compactMap { $0[SessionID.self]?.text } == [
        "indico-session-block-7@indico.example.org", "indico-contribution-51@indico.example.org",
        "b3",
      ])
    #expect(schedule.talks.count == 1)
    let talk = try fixture.entity("Ships")
    #expect(talk[OtherIDs.self]?.texts == ["51"])
    #expect(talk[Track.self]?.name == "Sea")
    #expect(schedule.speakers(of: talk).map(\.name) == ["Ann Example"])
    #expect(schedule.locationNames(of: talk) == ["Hall (Centre)"])
    #expect(talk[Abstract.self]?.text == "Author: Bob Example (Lab, North)\n\nOne.\n\nTwo.")
    #expect(
      talk[WebLinks.self]?.links.map { "\($0.title): \($0.text)" } == [
        "web page: https://Indico.example.org:8443/event/5/contributions/51/",
        "Slides: https://Indico.example.org:8443/event/5/slides.pdf",
        "Paper: https://example.org/paper",
      ])
    #expect(try fixture.time("Ships") == "2027-03-27T22:30:00+01:00 to 2027-03-28T00:30:00+01:00")
    #expect(try fixture.entity("Sea: Evening")[Abstract.self]?.text == "Convener: Cy Lee")
    #expect(try fixture.entity("Tea")[LocationNames.self] == nil)
    let ann = schedule.speakers.first
    #expect(ann?[Biography.self]?.text == "Institute")
    #expect(ann?[UnreadFields.self] == nil)
  }

  @Test("unreadable entries are reported, and the other ones are read")
  func damage() throws {
    let inner = Self.entry(
      "s4", "Session", Self.moment(27, "22:00"), "null",
      #""sessionSlotId": 8, "title": "In", "entries": {"c9": {}}"#)
    let outer = Self.entry(
      "s2", "Session", #""soon""#, "null",
      #""sessionSlotId": 7, "title": "Out", "presenters": [{"affiliation": "X"}], "entries": {\#(inner)}"#
    )
    let fixture = try ScheduleFixture(
      Self.timetable([
        ("20270327", [outer, #""c8": 5"#, #""d1": {"entryType": "Poster", "title": "No"}"#])
      ]).replacing(#""count""#, with: #""4": [], "count""#))
    #expect(fixture.schedule.sessions.count == 2)
    #expect(fixture.messages.count == 6, "\(fixture.messages)")
    for part in [
      "\"4\"", "found the text \"soon\"; expected an object with date, time and tz",
      "expected firstName, familyName or name", "no session within another",
      "found the number 5; expected an object",
      "field \"entryType\": found the text \"Poster\"; expected Contribution, Break or Session",
    ] {
      #expect(fixture.messages.contains { $0.contains(part) }, "\(part)")
    }
  }

  // MARK: Calendars

  private static func calendar(_ events: [(uid: String, text: String)]) -> String {
    let events = events.map { event in
      """
      BEGIN:VEVENT
      UID:\(event.uid)
      SUMMARY:Talk
      DTSTART:20270327T080000Z
      DTEND:20270327T084500Z
      URL:https://example.org/1
      DESCRIPTION:\(event.text.replacing(",", with: "\\,").replacing("\n", with: "\\n"))
      END:VEVENT

      """
    }
    return
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//CERN//INDICO//EN\n\(events.joined())END:VCALENDAR\n"
      .replacing("\n", with: "\r\n")
  }

  private static let own = "indico-contribution-51@example.org"
  private static let export = "indico-contribution-5-51@example.org"

  /// The description, the names in it, and the abstract.
  static let descriptions: [(uid: String, text: String, names: [String], abstract: String?)] = [
    (
      own, "Speakers: Ann Lee (Lab A, B (N)), Bo\n\nText.\n\nhttps://example.org/1",
      ["Ann Lee", "Bo"], "Text."
    ),
    (own, "Speakers: Ann Lee\n\nhttps://example.org/1", ["Ann Lee"], nil),
    (own, "Speakers: Ann Lee, Ann Lee (Lab)", ["Ann Lee"], nil),
    (own, "Speakers: Ann (Bo) Lee (Lab)\n\nOne.\n\nTwo.", ["Ann (Bo) Lee"], "One.\n\nTwo."),
    (own, "Text.\n\nhttps://example.org/1", [], "Text."),
    (own, "See https://example.org/1", [], "See https://example.org/1"),
    (own, "Speakers: Ann (Lab, Bo\n\nText.", [], "Speakers: Ann (Lab, Bo\n\nText."),
    (own, "Speakers: Ann) (Lab, Bo\n\nText.", [], "Speakers: Ann) (Lab, Bo\n\nText."),
    ("indico-session-block-3@example.org", "Speakers: Ann\n\nText.", ["Ann"], "Text."),
    (
      export, "Speakers: Lee, Ann (Lab, N), Ek, Bo ()\nText.\n\nhttps://example.org/1",
      ["Ann Lee", "Bo Ek"], "Text."
    ),
    (export, "Speakers: Ann Lee (Lab)\nText.", [], "Speakers: Ann Lee (Lab)\nText."),
    (
      export, "Speakers: Lee, Ann, Jr. (Lab), Ek, Bo ()\nText.", [],
      "Speakers: Lee, Ann, Jr. (Lab), Ek, Bo ()\nText."
    ),
    ("indico-event-3@example.org", "Speakers: Ann\n\nText.", [], "Speakers: Ann\n\nText."),
    ("indico-contribution-x@example.org", "Speakers: Ann\n\nText.", [], "Speakers: Ann\n\nText."),
  ]

  @Test("the speakers of a calendar are in the description of each event", arguments: descriptions)
  func speakers(uid: String, text: String, names: [String], abstract: String?) throws {
    let fixture = try ScheduleFixture(Self.calendar([(uid, text)]))
    let talk = try fixture.entity("Talk")
    #expect(fixture.schedule.speakers(of: talk).map(\.name) == names)
    #expect(talk[Abstract.self]?.text == abstract)
    #expect(talk[OtherIDs.self]?.texts == (uid == Self.own ? ["51"] : nil))
    // Without long texts, the speakers are the same.
    var options = ScheduleImport.Options.withoutZoneFiles
    options.prose = .none
    let short = try ScheduleFixture(Self.calendar([(uid, text)]), options: options)
    #expect(short.schedule.speakers(of: try short.entity("Talk")).map(\.name) == names)
    #expect(try short.entity("Talk")[Abstract.self] == nil)
    let other = Self.calendar([(uid, text)]).replacing("INDICO", with: "OTHER")
    #expect(try ScheduleFixture(other).schedule.speakers.isEmpty)
  }

  @Test("an address without a host is reported, because a calendar has nothing to complete it")
  func paths() throws {
    let text = Self.calendar([(Self.own, "A"), ("x", "B")])
      .replacing("URL:https://example.org", with: "URL:/talks")
    let fixture = try ScheduleFixture(text)
    #expect(
      fixture.messages == [
        "9:5: item 2 (event indico-contribution-51@example.org), field \"URL\": found the text "
          + "\"/talks/1\"; the schema of the format expects a complete address, such as "
          + "https://a.org/1",
        "17:5: item 3 (event x), field \"URL\": found the text \"/talks/1\"; the schema of the "
          + "format expects a complete address, such as https://a.org/1",
      ])
    #expect(fixture.result.report.issues.allSatisfy { !$0.losesData })
    let whole = text.replacing("URL:/talks", with: "URL://example.org/talks")
    #expect(try ScheduleFixture(whole).messages == [])
  }

  @Test("a long dash separates titles from speakers if each title of a calendar has one")
  func longDash() throws {
    func calendar(_ titles: [String]) -> String {
      let events = titles.enumerated().map {
        "BEGIN:VEVENT\r\nUID:\($0)\r\nSUMMARY:\($1)\r\nDTSTART:20270327T080000Z\r\nEND:VEVENT\r\n"
      }
      return "BEGIN:VCALENDAR\r\nPRODID:-//pretalx//x\r\n\(events.joined())END:VCALENDAR\r\n"
    }
    let split = try ScheduleFixture(calendar(["One — Ada Lee\\, Bo", "Two - or more — Cy"]))
    #expect(split.schedule.talks.compactMap { $0[Title.self]?.text } == ["One", "Two - or more"])
    #expect(split.schedule.speakers.compactMap { $0[Name.self]?.text } == ["Ada Lee", "Bo", "Cy"])
    let whole = try ScheduleFixture(calendar(["One — Ada Lee", "Two"]))
    #expect(whole.schedule.speakers.isEmpty)
  }

  @Test("a calendar with the whole event alone is reported with the calendar of its talks")
  func wholeEvent() throws {
    let event = ("indico-event-5@example.org", "Text.")
    let alone = try ScheduleFixture(Self.calendar([event]))
    #expect(
      alone.messages == [
        "4:1: the file contains the conference as one event, without the talks; use "
          + "export/timetable/NUMBER.json or event/NUMBER/event.ics?scope=contribution from the "
          + "same site, with the number of the event"
      ])
    #expect(alone.result.report.issues.count { $0.losesData } == 1)
    #expect(try ScheduleFixture(Self.calendar([event, (Self.own, "Text.")])).messages == [])
  }
}
