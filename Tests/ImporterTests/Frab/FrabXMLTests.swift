import ECSKit
import Importer
import Schedule
import TestSupport
import Testing

@Suite("schedule.xml")
struct FrabXMLTests {
  private static func schedule(_ conference: String = "", days: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <schedule><generator name="x"/><version>1</version>
    <conference><title>Testival</title>\(conference)</conference>
    \(days)</schedule>
    """
  }

  @Test("is read with its days, rooms, events and people")
  func whole() throws {
    let schedule = try ImportedSchedule(
      Self.schedule(
        "<time_zone_name>Europe/Berlin</time_zone_name><track name='A' slug='a'/><track name='B'/>",
        days: """
          <day index="1" date="2025-02-01" start="2025-02-01T09:00:00+01:00" end="2025-02-02T02:00:00+01:00">
          <room name="Saal" guid="x"><event id="1" guid="g1">
          <date>2025-02-01T10:00:00+01:00</date><start>10:00</start><duration>00:45</duration>
          <room>Saal</room><title>Fish &amp; chips</title><subtitle>fried</subtitle><track>A</track>
          <language>en</language><abstract>&lt;p&gt;Short.&lt;/p&gt;</abstract>
          <description>&lt;p&gt;Long:&lt;/p&gt;&lt;ul&gt;&lt;li&gt;a&lt;/li&gt;&lt;/ul&gt;</description>
          <persons><person id="7" guid="p">Ada</person><person>Bob</person></persons>
          <links><link href="https://a.b">a</link></links></event></room><room name="Empty"/></day>
          """))
    #expect(schedule.format == "schedule.xml")
    #expect(schedule.issues == [])
    #expect(schedule.notes == [])
    #expect(
      schedule.lines == [
        "2025-02-01 10:00 – 2025-02-01 10:45 | Fish & chips | Saal | Ada | Bob | A"
      ])
    let talk = try #require(schedule.context.group(.talks).entities.first)
    #expect(talk[Abstract.self]?.text == "Short.\n\nLong:\n\n• a")
    #expect(talk[Subtitle.self]?.text == "fried")
    #expect(talk[Language.self]?.code == "en")
    #expect(talk[SessionID.self]?.text == "g1")
    #expect(schedule.count(.people) == 2)
    #expect(schedule.count(.locations) == 2)
    #expect(schedule.context[Conference.self]?.title == "Testival")
    #expect(schedule.context[ScheduleVersion.self]?.text == "1")
  }

  @Test("begins events before the change of day on the next date")
  func dayChange() throws {
    func event(_ id: Int, _ start: String) -> String {
      "<event id='\(id)'><title>T\(id)</title><start>\(start)</start><duration>1:00</duration></event>"
    }
    let schedule = try ImportedSchedule(
      Self.schedule(
        "<day_change>04:00</day_change>",
        days: """
          <day date="2011-12-27" index="1">\(event(1, "23:30"))\(event(2, "00:15"))</day>
          <day date="2011-12-28" index="2"><room name="R">\(event(3, "04:00"))</room></day>
          """), zone: .utc)
    #expect(
      schedule.lines == [
        "2011-12-27 23:30 – 2011-12-28 00:30 | T1", "2011-12-28 00:15 – 2011-12-28 01:15 | T2",
        "2011-12-28 04:00 – 2011-12-28 05:00 | T3 | R",
      ])
  }

  @Test("loses nothing but the broken parts")
  func broken() throws {
    let schedule = try ImportedSchedule(
      Self.schedule(
        days: """
          <day date="soon"><event id="1"><title>One</title><duration>long</duration></event></day>
          <day date="2025-02-01"><event/><room name=""><event id="2"><title>Two</title>
          <titel>x</titel><title>Zwei</title><start>10:00</start></event></room></day>
          """), zone: .utc)
    #expect(schedule.lines == ["? – ? | One", "2025-02-01 10:00 – ? | Zwei"])
    #expect(
      schedule.issues.map { $0.split(separator: "\n")[0] } == [
        "4:1: item 2: no identifying field; expected date or start",
        "4:12: item 2, field \"date\": found the text \"soon\"; expected a date such as 2015-05-18",
        "4:60: item 3 (event 1), field \"duration\": found the text \"long\"; expected hours and "
          + "minutes, such as 1:30",
        "5:24: item 5: found an empty element; expected an object",
        "6:2: item 6 (event 2): unknown field \"titel\"",
        "6:18: item 6 (event 2): field \"title\" occurs again; the last value is used",
      ])
  }

  @Test("keeps the other speakers if one of them has no name")
  func emptyPerson() throws {
    let schedule = try ImportedSchedule(
      Self.schedule(
        days: """
          <day date="2025-02-01"><event id="1"><title>A</title><start>10:00</start><persons>
          <person id="1">Ada</person><person/><person id="2"></person><person> </person>
          <person>Bob</person></persons></event></day>
          """), zone: .utc)
    #expect(schedule.lines == ["2025-02-01 10:00 – ? | A | Ada | Bob"])
    #expect(
      schedule.issues == [
        "5:28: item 4 (event 1), field \"persons\": found an empty element; expected a name",
        "5:37: item 5: no identifying field; expected name or public_name",
        "5:61: item 5 (event 1), field \"persons\": found an empty element; expected a name",
      ])
    let nobody = try ImportedSchedule(
      Self.schedule(
        days: """
          <day date="2025-02-01"><event id="1"><title>A</title><persons>
          </persons></event><event id="2"><title>B</title><persons/></event></day>
          """), zone: .utc)
    #expect(nobody.issues == [])
  }

  @Test(
    "is distinguished from other XML",
    arguments: [
      ("<opml/>", "it looks like XML with the root element \"opml\"; expected"),
      ("<schedule/>", "it looks like XML with the root element \"schedule\"; expected"),
      (
        "<!DOCTYPE html><html/>",
        "it looks like a web page (HTML); use the schedule behind the page"
      ),
      ("<schedule>", "1:11: found the end of the text; expected the end of \"schedule\""),
      ("<!DOCTYPE schedule><schedule/>", "1:1: found \"<!DOCTYPE\"; expected no document type"),
    ])
  func otherXML(text: String, message: String) {
    do {
      let schedule = try ImportedSchedule(text)
      Issue.record("\(schedule.lines)")
    } catch {
      #expect("\(error)".hasPrefix(message), "\(error)")
    }
  }

  @Test("adds nothing when it is read again")
  func again() throws {
    let text = Array(
      Self.schedule(
        days:
          "<day date='2025-02-01'><event id='1'><title>A</title><start>9:00</start></event></day>"
      ).utf8)
    let context = Context()
    let importing = ScheduleImport(options: ScheduleImport.Options(zone: .utc))
    let first = try importing.run(text, into: context).report
    let second = try importing.run(text, into: context).report
    #expect((first.created, first.unchanged) == (3, 0))
    #expect((second.created, second.changed, second.removed, second.unchanged) == (0, 0, 0, 3))
  }
}

@Suite(
  "Real schedule.xml files",
  .enabled("the shared sample files are not at hand") {
    Repository.sharedData("frab-xml/28c3.xml") != nil
  })
struct FrabXMLFactsTests {
  @Test(
    "have as many events as they list",
    arguments: [
      ("28c3", 85), ("debconf23", 117), ("fosdem-2012", 442), ("fosdem-2019", 771),
      ("fosdem-2025", 943), ("voc-34C3-everything", 660),
    ])
  func counts(name: String, events: Int) throws {
    let schedule = try ImportedSchedule(shared: "frab-xml/\(name).xml")
    #expect(schedule.count(.sessions) == events)
    #expect(schedule.count(.sessions.all(Timing.self)) == events)
  }

  @Test("28c3 begins three events after midnight of their listed day")
  func lateEvents() throws {
    let schedule = try ImportedSchedule(shared: "frab-xml/28c3.xml")
    let late = schedule.lines.filter { $0.hasPrefix("2011-12-") && $0.contains(" 00:15 – ") }
    #expect(
      late.map { $0.prefix(16) }.sorted() == [
        "2011-12-28 00:15", "2011-12-29 00:15", "2011-12-29 00:15",
      ])
  }

  @Test("debconf23 has local times next to UTC times")
  func zoneAgainstClock() throws {
    let schedule = try ImportedSchedule(shared: "frab-xml/debconf23.xml")
    #expect(schedule.zone?.name == "Asia/Kolkata")
    #expect(schedule.issues == [])
    let opening = try #require(
      schedule.context.group(.talks).first { $0[Title.self]?.text == "Opening Ceremony" })
    #expect(opening[Timing.self]?.start == WrittenTime("2023-09-10T05:00:00Z")?.instant)
    #expect(schedule.lines(titled: "Opening Ceremony").first?.hasPrefix("2023-09-10 10:30") == true)
  }

  @Test("fosdem-2012 has its events in the days, with their rooms named")
  func noRooms() throws {
    let schedule = try ImportedSchedule(shared: "frab-xml/fosdem-2012.xml")
    #expect(
      schedule.lines(titled: "Welcome to FOSDEM 2012").map { $0.prefix(50) } == [
        "2012-02-04 10:30 – 2012-02-04 10:55 | Welcome to F"
      ])
    #expect(schedule.context.group(.sessions).allSatisfy { $0.has(LocationNames.self) })
  }

  @Test("the smallest file has rooms, no events and no issues")
  func noEvents() throws {
    let schedule = try ImportedSchedule(shared: "frab-xml/pentabarfkit-fosdem2023-tiny.xml")
    #expect(schedule.count(.sessions) == 0)
    #expect(schedule.count(.locations) == 25)
    #expect(schedule.issues == [])
    #expect(schedule.notes == [])
  }

  @Test("34C3 has the same contents in XML as in JSON")
  func sameAsJSON() throws {
    let xml = try ImportedSchedule(shared: "frab-xml/voc-34C3-everything.xml")
    let json = try ImportedSchedule(shared: "frab-json/voc-34C3-everything.json")
    func times(_ schedule: ImportedSchedule) -> [String] {
      schedule.context.group(.sessions).map {
        "\($0[SessionID.self]?.text ?? "") \($0[Timing.self]?.start?.secondsSince1970 ?? 0) "
          + "\($0[Timing.self]?.end?.secondsSince1970 ?? 0) \($0[Title.self]?.text ?? "")"
      }.sorted()
    }
    #expect(times(xml) == times(json))
  }

  @Test("no abstract shows markup")
  func abstracts() throws {
    let schedule = try ImportedSchedule(shared: "frab-xml/fosdem-2025.xml")
    let abstracts = schedule.context.group(.talks).compactMap { $0[Abstract.self]?.text }
    #expect(abstracts.count > 800)
    for text in abstracts {
      for tag in ["<p>", "</p>", "<li>", "<ul>", "<a ", "<br", "&#39;", "&quot;", "\r"] {
        #expect(!text.contains(tag), "\(tag) in \(text.prefix(80))")
      }
    }
    #expect(abstracts.contains { $0.contains("\n• ") })
    #expect(abstracts.contains { $0.contains(" (https://") })
  }
}
