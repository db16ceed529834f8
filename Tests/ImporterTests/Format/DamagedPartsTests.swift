import ECSKit
import Importer
import Schedule
import Testing

/// Content that a format does not expect is read or reported, never dropped.
@Suite("Unexpected parts of a file")
struct DamagedPartsTests {
  private func titles(_ fixture: ScheduleFixture) -> [String] {
    fixture.schedule.sessions.compactMap { $0[Title.self]?.text }.sorted()
  }

  // MARK: XML

  /// Two days with one room; the second day has two events.
  private func markup(
    day: String = "", room: String = "", event: String = "", persons: String = "",
    conference: String = "", schedule: String = ""
  ) -> String {
    """
    <schedule>\(schedule)<conference>\(conference)<title>C</title></conference>
    <day date="2025-02-01"><room name="A">
    <event id="1"><title>One</title><start>10:00</start></event></room></day>
    <day date="2025-02-02">\(day)<room name="A">\(room)
    <event id="2">\(event)<title>Two</title><start>10:00</start><persons>\(persons)
    <person>Ada</person></persons></event>
    <event id="3"><title>Three</title><start>11:00</start></event></room></day></schedule>
    """
  }

  @Test("stray text in any element of a schedule.xml is reported, and all events are read")
  func strayTexts() throws {
    let stray = "the text \"x\" between elements is skipped"
    let texts = [
      (markup(day: "x"), "4:24: item 5 (day 2025-02-02): \(stray)"),
      (markup(room: "x"), "4:39: item 5 (location A): \(stray)"),
      (markup(event: "x"), "5:15: item 6 (event 2): \(stray)"),
      (markup(conference: "x"), "1:23: item 1 (conference): \(stray)"),
      (markup(schedule: "x"), "1:11: \(stray)"),
      (markup(schedule: "<![CDATA[x]]>"), "1:20: \(stray)"),
    ]
    for (text, message) in texts {
      let fixture = try ScheduleFixture(text)
      #expect(titles(fixture) == ["One", "Three", "Two"])
      #expect(fixture.messages == [message])
      #expect(fixture.result.report.issues.allSatisfy { $0.losesData })
    }
    let people = try ScheduleFixture(markup(persons: "x"))
    #expect(titles(people) == ["One", "Three", "Two"])
    #expect(people.schedule.people.map { $0[Name.self]?.text } == ["Ada"])
    #expect(people.messages == ["5:62: item 6 (event 2): \(stray)"])
    let links = try ScheduleFixture(
      markup(event: "<links>x<link href='https://a.org/1'>a</link></links>"))
    #expect(links.schedule.sessions.compactMap { $0[WebLinks.self]?.links.count } == [1])
    #expect(links.messages == ["5:22: item 6 (event 2): \(stray)"])
  }

  @Test("stray text in an element beyond the length limit is also reported")
  func strayTextInLargeElement() throws {
    let fixture = try ScheduleFixture(
      markup(
        event: "<abstract>\(String(repeating: "a ", count: 524_200))</abstract>", schedule: "x"))
    #expect(titles(fixture) == ["One", "Three", "Two"])
    #expect(fixture.messages == ["1:11: found \"x\"; expected a tag; skipped"])
  }

  @Test("a section without an end tag that swallows its successors is reported")
  func endlessSection() throws {
    let fixture = try ScheduleFixture(
      """
      <schedule><day date="2025-02-01"><event id="1"><title>A</title>
      <abstract><![CDATA[a]></abstract></event><event id="2"><title>B</title>
      <abstract><![CDATA[b]]></abstract></event></day></schedule>
      """)
    #expect(titles(fixture) == ["A"])
    #expect(fixture.messages.count == 1)
    #expect(fixture.messages.first?.hasPrefix("3:11: found \"<![CDATA[") == true)
    #expect(fixture.result.report.issues.allSatisfy { $0.losesData })
  }

  @Test("rooms and events outside of days are read")
  func outsideOfDays() throws {
    let fixture = try ScheduleFixture(
      """
      <schedule><conference><title>C</title></conference><day date="2025-02-01"/>
      <room name="A"><event id="1"><title>One</title></event></room>
      <event id="2"><title>Two</title></event></schedule>
      """)
    #expect(titles(fixture) == ["One", "Two"])
    #expect(fixture.schedule.locations.count == 1)
  }

  @Test("an unknown element around events is reported with its skipped contents")
  func unknownElements() throws {
    let other = "<rom name=\"B\"><event id=\"4\"><title>Four</title></event></rom>"
    let skipped = "\"rom\" is unknown; its content is skipped\n  did you mean \"room\"?"
    let inDay = try ScheduleFixture(markup(day: other))
    #expect(titles(inDay) == ["One", "Three", "Two"])
    #expect(inDay.messages == ["4:25: item 5 (day 2025-02-02): \(skipped)"])
    let inSchedule = try ScheduleFixture(markup(schedule: other))
    #expect(inSchedule.messages == ["1:12: \(skipped)"])
    #expect(inSchedule.result.report.issues.allSatisfy { $0.losesData })
    let inUnnamedRoom = try ScheduleFixture(
      "<schedule><day date='2025-02-01'><room><event id='1'><title>A</title></event><evnt/></room>"
        + "</day></schedule>")
    #expect(inUnnamedRoom.messages.count == 1)
    #expect(inUnnamedRoom.messages.first?.contains("\"evnt\" is unknown") == true)
  }

  @Test("a text with nested elements keeps all of their texts")
  func elementsInTexts() throws {
    let fixture = try ScheduleFixture(
      """
      <schedule><day date="2025-02-01"><event id="1"><title>A <b>bold</b> one</title>
      <abstract><p>First.</p><p>Second.</p></abstract></event></day></schedule>
      """)
    let talk = try #require(fixture.schedule.talks.entities.first)
    #expect(talk[Title.self]?.text == "A <b>bold</b> one")
    #expect(talk[Abstract.self]?.text == "First.\n\nSecond.")
  }

  @Test(
    "XML of another vocabulary is refused with a guess at its format",
    arguments: [
      "<schedule><day date='2014-07-22'><entry id='1'><title>A</title></entry></day></schedule>",
      "<schedule><conference><title>C</title></conference><entry><title>A</title></entry></schedule>",
      "<schedule><day date='2014-07-22'><room name='R'><entry/></room></day></schedule>",
    ])
  func otherVocabulary(text: String) throws {
    do {
      _ = try ScheduleFixture(text)
      Issue.record("it was read")
    } catch {
      #expect(
        "\(error)".hasPrefix(
          "it looks like schedule.xml, but with the unknown part \"entry\"; expected")
      )
    }
  }

  // MARK: JSON

  @Test("repeated parts of a schedule.json are each read and reported")
  func repeatedParts() throws {
    func event(_ title: String) -> String { "{\"title\": \"\(title)\"}" }
    let listed = try ScheduleFixture(
      "{\"schedule\": {\"events\": [\(event("A"))],\n\"events\": [\(event("B"))]}}")
    #expect(titles(listed) == ["A", "B"])
    #expect(listed.messages == ["2:1: \"events\" occurs again; all occurrences are read"])
    let room = "\"rooms\": {\"R\": [\(event("A"))], \"R\": [\(event("B"))]}"
    let day = "\"days\": [{\"date\": \"2025-02-01\", \(room), \(room)}]"
    let conference = "\"conference\": {\"title\": \"C\", \(day), \(day)}"
    let schedule = "\"schedule\": {\(conference), \(conference)}"
    let nested = try ScheduleFixture("{\(schedule), \(schedule)}")
    #expect(nested.schedule.sessions.count == 2 * 2 * 2 * 2 * 2)
    #expect(
      Set(
        nested.messages.filter { $0.contains("occurs again; all") }.map {
          $0.split(separator: "\"")[1]
        })
        == ["schedule", "conference", "days", "rooms"])
  }

  @Test("events in the rooms of days are read in addition to a list of events")
  func bothVersions() throws {
    let fixture = try ScheduleFixture(
      """
      {"schedule": {"conference": {"title": "C", "days": [{"date": "2025-02-01", "rooms":
        {"R": [{"title": "A", "start": "10:00"}]}}]}, "events": [{"title": "B"}]}}
      """)
    #expect(titles(fixture) == ["A", "B"])
  }

  @Test("unknown parts around the events of JSON are reported")
  func unknownMembers() throws {
    let fixture = try ScheduleFixture(
      """
      {"x": 1, "schedule": {"evnts": [{"title": "B"}], "conference": {"title": "C", "days": [
        {"date": "2025-02-01", "rooms": {"R": [{"title": "A"}]}, "room": {}}]}}}
      """)
    #expect(titles(fixture) == ["A"])
    #expect(
      fixture.messages == [
        "1:2: unknown field \"x\"",
        "1:23: \"evnts\" is unknown; its content is skipped\n  did you mean \"events\"?",
      ])
  }

  @Test("a record within another one is reported")
  func nestedRecords() throws {
    let lost = #"found an object with a field "start"; expected no record within another"#
    for field in ["links", "attachments", "answers", "persons", "recording", "unheard"] {
      let event = #"{"id": 2, "title": "B", "start": "11:00", "url": "https://b.org"}"#
      let nested = field == "recording" ? "{\"of\": [\(event)]}" : "[\(event)]"
      for json in [
        #"{"conference": {"days": [{"date": "2025-02-01", "rooms": {"R": [EVENT]}}]}}"#,
        #"{"conference": {"title": "C"}, "events": [EVENT]}"#,
      ] {
        let event =
          #"{"id": 1, "title": "A", "start": "2025-02-01T10:00:00Z", "\#(field)": \#(nested)}"#
        let text = #"{"schedule": \#(json.replacing("EVENT", with: event))}"#
        let fixture = try ScheduleFixture(text)
        #expect(titles(fixture) == ["A"])
        let found = fixture.messages.filter {
          $0.hasSuffix("(event 1), field \"\(field)\": \(lost)")
        }
        #expect(found.count == 1, "\(text)\n\(fixture.messages)")
      }
    }
    let markup = try ScheduleFixture(
      markup(event: "<links><event id='4'><title>Four</title><start>9:00</start></event></links>"))
    #expect(titles(markup) == ["One", "Three", "Two"])
    #expect(
      markup.messages.contains {
        $0.hasSuffix(#"found an element with a field "start"; expected no record within another"#)
      })
    let session = try ScheduleFixture(
      """
      {"sessions": [{"id": "1", "title": "A", "startsAt": "2025-02-01T10:00:00", "questionAnswers":
        [{"id": "2", "title": "B", "startsAt": "2025-02-01T11:00:00"}]}],
       "speakers": [], "rooms": [], "categories": []}
      """)
    #expect(titles(session) == ["A"])
    #expect(
      session.messages == [
        #"1:76: item 1 (session 1), field "questionAnswers": found an object with a field "startsAt"; "#
          + "expected no record within another", #"2:16: unknown field "title""#,
        #"2:30: unknown field "startsAt""#,
      ])
  }

  @Test("repeated lists of Sessionize are read, and unknown parts of categories are reported")
  func sessionize() throws {
    let fixture = try ScheduleFixture(
      """
      {"sessions": [{"id": "1", "title": "A"}], "speakers": [], "rooms": [],
       "sessions": [{"id": "2", "title": "B"}],
       "categories": [{"id": 1, "title": "Track", "itens": [{"id": 5, "name": "iOS"}]}]}
      """)
    #expect(titles(fixture) == ["A", "B"])
    #expect(
      fixture.messages == [
        "2:2: \"sessions\" occurs again; all occurrences are read",
        "3:45: \"itens\" is unknown; its content is skipped\n  did you mean \"items\"?",
      ])
  }

  @Test("a UTC time among local ones leaves those in the venue's time")
  func utcAmongLocal() throws {
    func session(_ id: Int, _ start: String) -> String {
      "{\"id\": \"\(id)\", \"title\": \"T\(id)\", \"startsAt\": \"2016-04-24T\(start)\"}"
    }
    let fixture = try ScheduleFixture(
      "{\"sessions\": [\(session(1, "09:00:00")), \(session(2, "10:00:00Z")), "
        + "\(session(3, "11:00:00"))], \"speakers\": [], \"rooms\": [], \"categories\": []}")
    #expect(fixture.schedule.zone.isFloating)
  }

  // MARK: Beside the format

  @Test("a refusal guesses at the format of calendars and of UTF-16, too")
  func looks() {
    func refusal(_ bytes: [UInt8]) -> String {
      do {
        _ = try ScheduleFixture(bytes)
        return "read"
      } catch { return "\(error)" }
    }
    let json = Array("{\"schedule\": {\"events\": [], \"a\": 1, \"b\": 2, \"c\": 3}}".utf8)
    let even = json.count % 2 == 0 ? json : json + [0x20]
    #expect(
      refusal(even.flatMap { [0, $0] }) == "1:1: found UTF-16; expected UTF-8")
    #expect(refusal(even.flatMap { [$0, 0] }) == "1:1: found UTF-16; expected UTF-8")
    let calendar = "BEGIN:VCALENDAR\rVERSION:2.0\rBEGIN:VEVENT\rEND:VEVENT\rEND:VCALENDAR\r"
    #expect(!refusal(Array(calendar.utf8)).contains("JSON object"))
  }

  @Test("an encoding is recognized by its aliases")
  func encodings() throws {
    for name in ["utf8", "UTF8", "us-ascii", "Utf-8"] {
      let fixture = try ScheduleFixture(
        "<?xml version=\"1.0\" encoding=\"\(name)\"?>\(markup())")
      #expect(titles(fixture).count == 3)
    }
  }
}
