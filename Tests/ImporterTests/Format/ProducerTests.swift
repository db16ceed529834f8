import ECSKit
import Importer
import Schedule
import Testing

/// Habits of the programs that write schedules.
@Suite("What producers write is read as it is meant")
struct ProducerTests {
  private func xml(_ generator: String, _ event: String, base: String = "") -> String {
    """
    <schedule>\(generator)<conference><title>C</title>\(base)</conference>
    <day index="1" date="2026-05-18"><room name="Great Hall"><event id="1"><title>T</title>
    <start>10:00</start>\(event)</event></room></day></schedule>
    """
  }

  private func json(_ generator: String, _ event: String) -> String {
    """
    {\(generator) "schedule": {"conference": {"title": "C", "days": [{"index": 1,
      "date": "2026-05-18", "rooms": {"Great Hall": [{"id": 1, "title": "T", "start": "10:00",
      \(event)}]}}]}}}
    """
  }

  @Test("words for missing values are left out, for the program that writes them alone")
  func placeholders() throws {
    let event = "<track>No Track</track><type>None</type><abstract>None</abstract>"
    for (name, track, type, abstract) in [
      ("wafer", nil, nil, "None"), ("pretalx", "No Track", "None", nil),
      ("frab", "No Track", "None", "None"),
    ] as [(String, String?, String?, String?)] {
      let text = xml("<generator name=\"\(name)\" version=\"1\"/>", event)
      let fixture = try ScheduleFixture(text)
      let talk = try fixture.entity("T")
      #expect(talk[Track.self]?.name == track, "\(name)")
      #expect(talk[SessionType.self]?.name == type, "\(name)")
      #expect(talk[Abstract.self]?.text == abstract, "\(name)")
    }
    let text = json(
      #""generator": {"name": "pretalx"},"#, #""abstract": "None", "description": "Long.""#)
    let fixture = try ScheduleFixture(text)
    #expect(try fixture.entity("T")[Abstract.self]?.text == "Long.")
  }

  @Test(
    "paths without a host are resolved against the site of the file",
    arguments: [
      ("https://a.org", "/media/1.pdf", "https://a.org/media/1.pdf"),
      ("https://a.org/2026/", "/media/../x/./1.pdf?a=/../b#c", "https://a.org/x/1.pdf?a=/../b#c"),
      ("https://a.org/2026/talks", "./1.pdf", "https://a.org/2026/1.pdf"),
      ("http://a.org/2026/talks/", "../1.pdf", "http://a.org/2026/1.pdf"),
      ("https://a.org/2026", "../../1.pdf", "https://a.org/1.pdf"),
      ("https://a.org/2026/", "//b.org/1.pdf", "https://b.org/1.pdf"),
      ("https://a.org", "/..", "https://a.org/"),
      ("https://a.org", "https://b.org/1", "https://b.org/1"),
      ("https://a.org", "1.pdf", "1.pdf"), ("https://a.org", "/ in the lobby", "/ in the lobby"),
      ("a.org", "/media/1.pdf", "/media/1.pdf"),
    ])
  func relative(base: String, text: String, address: String) throws {
    let event = """
      <attachments><attachment href="\(text)">Slides</attachment></attachments>
      <persons><person avatar="\(text)">Ada</person></persons>
      """
    let fixture = try ScheduleFixture(xml("", event, base: "<base_url>\(base)</base_url>"))
    let links = try fixture.entity("T")[WebLinks.self]?.links
    #expect(links?.map { $0.address ?? $0.text } == [address])
    let photo = fixture.schedule.people.entities.first?[Photo.self]?.link
    #expect(photo == address)
  }

  @Test("the page of a person is the first of their links")
  func personPage() throws {
    let text = json(
      "",
      """
      "persons": [{"name": "Ada", "url": "https://a.org/ada", "email": "ada@a.org",
        "links": [{"url": "https://b.org", "title": "b"}]}]
      """)
    let fixture = try ScheduleFixture(text)
    let person = try #require(fixture.schedule.people.entities.first)
    #expect(person[WebLinks.self]?.links.map(\.text) == ["https://a.org/ada", "https://b.org"])
    #expect(!Contents(of: fixture.context).entities.contains { $0.contains("ada@a.org") })
  }

  @Test("an event that is not recorded says so, and the recording is a link")
  func recording() throws {
    for event in [
      json("", #""do_not_record": true, "abstract": "A.""#),
      // Some producers write both fields, and either may say no.
      json("", #""do_not_record": null, "recording": {"optout": true}, "abstract": "A.""#),
      json("", #""do_not_record": false, "recording": {"optout": true}, "abstract": "A.""#),
      json("", #""do_not_record": true, "recording": {"optout": false}, "abstract": "A.""#),
      xml("", "<recording><license/><optout>true</optout></recording><abstract>A.</abstract>"),
    ] {
      let fixture = try ScheduleFixture(event)
      let talk = try fixture.entity("T")
      #expect(talk[Abstract.self]?.text == "Not recorded.\n\nA.")
    }
    for event in [
      json("", #""do_not_record": false, "abstract": "A.""#),
      xml(
        "",
        """
        <recording><optout>false</optout><url>https://a.org/v</url></recording>
        <abstract>A.</abstract>
        """),
    ] {
      let fixture = try ScheduleFixture(event)
      let talk = try fixture.entity("T")
      #expect(talk[Abstract.self]?.text == "A.")
    }
    let recorded = xml(
      "", "<recording><optout>false</optout><url>https://a.org/v</url></recording>")
    let fixture = try ScheduleFixture(recorded)
    let links = try fixture.entity("T")[WebLinks.self]?.links
    #expect(links?.map(\.text) == ["https://a.org/v"])
  }

  @Test("an event that names the room around it by its slug is in that room")
  func roomSlug() throws {
    for (text, expected) in [
      ("greathall", "Great Hall"), ("great-hall", "Great Hall"), ("Great Hall", "Great Hall"),
      ("Attic", "Attic"), ("Great Halls", "Great Halls"),
    ] {
      for file in [xml("", "<room>\(text)</room>"), json("", "\"room\": \"\(text)\"")] {
        let fixture = try ScheduleFixture(file)
        #expect(fixture.schedule.locationNames(of: try fixture.entity("T")) == [expected])
        #expect(fixture.schedule.locations(in: .all).count == (expected == "Great Hall" ? 1 : 2))
      }
    }
  }

  @Test("a day has the number that the file gives it")
  func dayNumbers() throws {
    func number(_ file: String, _ text: String) throws -> DayInput? {
      DayInput(text).map { (try? ScheduleFixture(file).schedule.numbered($0)) ?? $0 }
    }
    func days(_ indices: [Int]) -> String {
      let days = indices.enumerated().map { "<day index='\($1)' date='2026-05-1\($0)'/>" }
      return "<schedule>\(days.joined())<event id='1'><title>T</title></event></schedule>"
    }
    let date = try #require(CivilDate(year: 2026, month: 5, day: 10))
    for (indices, text, day) in [
      ([1, 2, 3], "2", 1), ([0, 1, 2], "0", 0), ([0, 1, 2], "2", 2), ([2, 3], "3", 1),
      ([1, 1], "1", nil), ([2, 1], "1", nil), ([1, 2], "3", nil),
    ] as [([Int], String, Int?)] {
      let expected = day.map { DayInput.date(date.adding(days: $0)) } ?? DayInput(text)
      #expect(try number(days(indices), text) == expected, "\(indices) \(text)")
    }
    let fromZero = """
      {"schedule": {"conference": {"days": [{"index": 0, "date": "2026-05-10", "rooms": {}},
        {"index": 1, "date": "2026-05-11", "rooms": {"R": [{"id": 1, "title": "T"}]}}]}}}
      """
    #expect(try number(fromZero, "2") == .date(date.adding(days: 1)))
  }

  @Test("titles with names after a long dash are split if all titles of the calendar are")
  func longDash() throws {
    func calendar(_ titles: [String]) -> String {
      let events = titles.enumerated().map { number, title in
        "BEGIN:VEVENT\r\nUID:\(number)\r\nDTSTART:20260518T100000\r\nSUMMARY:\(title)\r\nEND:VEVENT\r\n"
      }
      return "BEGIN:VCALENDAR\r\nPRODID:-//pretalx//a.org//t\r\n\(events.joined())END:VCALENDAR\r\n"
    }
    let all = try ScheduleFixture(calendar(["A — Ann\\, Bo", "B - C — Cy", "D —"]))
    #expect(all.schedule.speakerNames(of: try all.entity("A")) == ["Ann", "Bo"])
    #expect(all.schedule.speakerNames(of: try all.entity("B - C")) == ["Cy"])
    #expect(all.schedule.speakerNames(of: try all.entity("D")) == [])
    let some = try ScheduleFixture(calendar(["A — Ann", "B"]))
    #expect(some.schedule.speakerNames(of: try some.entity("A — Ann")) == [])
  }

  @Test("a person in two spellings of case is one person in the JSON of try! Swift")
  func spellings() throws {
    let fixture = try ScheduleFixture(
      """
      {"id": 1, "title": "D", "date": "2025-02-01T00:00:00Z", "schedules": [
       {"time": "2025-02-01T10:00:00Z", "sessions": [
        {"id": 1, "title": "T", "speakers": [{"name": "Ada Lee", "bio": "Counts."}]},
        {"id": 2, "title": "U", "speakers": [{"name": "ADA lee"}]}]}]}
      """)
    #expect(fixture.schedule.people.map { $0[Name.self]?.text } == ["Ada Lee"])
    #expect(fixture.schedule.talks(byPersonCalled: "Ada Lee").count == 2)
  }

  @Test(
    "tags in code of Markdown are shown, and those of HTML are not",
    arguments: [
      ("Use `Vec<b>` and `<p>`.", "Use `Vec<b>` and `<p>`."),
      ("Use `Vec<b>` and <b>no</b>.", "Use `Vec<b>` and no."),
      ("``a ` <i>`` <i>x</i>", "``a ` <i>`` x"),
      ("<p>a `b</p><p>c` d</p>", "a `b\n\nc` d"), ("``a'' <em>b</em> ``c''", "``a'' b ``c''"),
    ])
  func code(markdown: String, text: String) {
    #expect(markdown.withoutHTML == text)
  }

  @Test("a list of talks of another program is refused, and konf's own is read")
  func similarLists() throws {
    let other = """
      [{"code": "39", "title": "T", "speakers": [{"name": "Ada"}], "room": "B",
        "start": "2026-07-13T16:05:00+01:00"}]
      """
    do {
      _ = try ScheduleFixture(other)
      Issue.record("it was read")
    } catch {
      #expect("\(error)".contains("\"code\", \"room\""))
    }
    let own = """
      [{"id": "1", "title": "T", "speakers": [], "day": null, "start": "2026-07-13T16:05:00+01:00",
        "end": null, "locations": ["R"], "newer": 1}, {"title": "U", "start": null, "talks": []}]
      """
    #expect(try ScheduleFixture(own).messages.contains { $0.contains("newer") })
    let short = #"[{"title": "T", "start": "2026-07-13T16:05:00+01:00", "speakers": ["Ada"]}]"#
    #expect(try ScheduleFixture(short).messages == [])
  }

  @Test("lines of a calendar that end with CR are read next to others, and CR in a text is text")
  func mixedLineEnds() throws {
    let fixture = try ScheduleFixture(
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\rUID:1\rDTSTART:20260518T100000\r\nSUMMARY:T\r"
        + "DESCRIPTION:A\rB: c\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
    #expect(fixture.messages == [])
    #expect(try fixture.time("T").hasPrefix("2026-05-18T10:00"))
    #expect(try fixture.entity("T")[Abstract.self]?.text == "A\nB: c")
  }

  @Test("a path without a host in a calendar is resolved against its site, or reported")
  func relativeInCalendar() throws {
    let fixture = try ScheduleFixture(
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260518T100000\r\nSUMMARY:T\r\n"
        + "URL:/talks/1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
    let link = try #require(try fixture.entity("T")[WebLinks.self]?.links.first)
    #expect(link.address == nil && link.text == "/talks/1")
    #expect(
      fixture.messages.count == 1 && fixture.result.report.issues.allSatisfy { !$0.losesData })
    let whole = try ScheduleFixture(
      "BEGIN:VCALENDAR\r\nURL:https://a.org/2026\r\nBEGIN:VEVENT\r\nUID:1\r\n"
        + "DTSTART:20260518T100000\r\nSUMMARY:T\r\nURL:/talks/1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
    #expect(whole.messages == [])
    #expect(try whole.entity("T")[WebLinks.self]?.links.map(\.text) == ["https://a.org/talks/1"])
  }
}
