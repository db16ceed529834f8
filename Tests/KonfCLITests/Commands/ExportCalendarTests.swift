import CommandLine
import Importer
import KonfCLI
import Schedule
import SourceText
import TestSupport
import Testing

/// A schedule as a calendar.
@Suite struct ExportCalendarTests {
  /// A session as the timeline has it, apart from its talks.
  private struct Row: Equatable {
    let id: String
    var name: String
    let start: String
    var end: String
    let location: String
  }

  private func rows(_ run: CommandLineRun) throws -> [Row] {
    let output = run("timeline --data - --json")
    var fields: [[String]] = []
    for name in ["id", "title", "start", "end"] { fields.append(try output.values(name)) }
    let locations = try SourceDocument(json: output.out).root.elements.map { record in
      (record["locations"]?.elements.compactMap { $0["name"]?.string } ?? [])
        .joined(separator: ", ")
    }
    return locations.indices.map { row in
      Row(
        id: fields[0][row], name: fields[1][row], start: fields[2][row], end: fields[3][row],
        location: locations[row])
    }
  }

  /// The values of a property, of lines that are put together again.
  private func values(_ name: String, of calendar: String) -> [String] {
    calendar.replacing("\r\n ", with: "").split(separator: "\r\n")
      .filter { $0.hasPrefix("\(name):") }.map { String($0.dropFirst(name.count + 1)) }
  }

  @Test("a session is tentative if each of its stars is a maybe, as on the agenda")
  func tentative() throws {
    let home = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = home.path
    for (line, star, status) in [
      ("star session4Day2/2 --maybe", "maybe", "TENTATIVE"),
      ("star session4Day2/1", "yes", "CONFIRMED"),
      ("star session4Day2 --maybe", "yes", "CONFIRMED"),
      ("star session4Day2/1 --maybe", "maybe", "TENTATIVE"),
    ] {
      _ = run(line)
      #expect(try run.values("star", of: "agenda") == [star], "\(line)")
      #expect(values("STATUS", of: run("export --mine --as ics").text) == [status], "\(line)")
    }
  }

  private func calendar(_ titles: [String], _ options: String = "") -> Output {
    var run = CommandLineRun()
    let sessions = titles.enumerated().map { number, title in
      let text = String(
        decoding: JSONWriter.bytes(of: .string(title), isIndented: false), as: UTF8.self)
      return "{\"t_id\": \"s\(number)\", \"startTime\": \"18-10-00\", \"description\": \(text)}"
    }
    let conference = #"{"conference": "C", "month": "2015-05", "zone": "Europe/Berlin"}"#
    run.input = Array("[\(([conference] + sessions).joined(separator: ","))]".utf8)
    return run("export --as ics --data - \(options)")
  }

  /// Compares a schedule with what konf reads of the calendar that it is exported as.
  private func expectRoundTrip(_ schedule: [UInt8]) throws {
    var run = CommandLineRun()
    run.input = schedule
    let exported = run("export --as ics --data -")
    // Without a start there is no event, and none ends when it starts.
    let expected = try rows(run).filter { $0.start != "null" }.map { row in
      var row = row
      if row.name == "null" { row.name = row.id }
      if row.end == row.start { row.end = "null" }
      return row
    }
    run.input = exported.out
    let found = try rows(run)
    #expect(found.count == expected.count)
    for (row, original) in zip(found, expected) {
      #expect(row.name == original.name)
      #expect(
        [row.start, row.end, row.location] == [original.start, original.end, original.location])
      let name = original.id.replacing("#", with: "~23").prefix { $0 != "@" }
      #expect(row.id.prefix { $0 != "@" } == name)
    }
    // What konf reads of its own calendar gives the same events again.
    let again = run("export --as ics --data -").text
    for name in ["UID", "DTSTART", "DTEND", "SUMMARY", "LOCATION", "X-WR-CALNAME"] {
      #expect(values(name, of: again) == values(name, of: exported.text), "\(name)")
    }
  }

  @Test(
    "the calendar is read back as the same sessions, in all formats", arguments: FormatSamples.all)
  func roundTrip(sample: FormatSamples.Sample) throws {
    try expectRoundTrip(Array(sample.text.utf8))
  }

  @Test(
    "the calendar is read back as the same sessions, for whole conferences",
    arguments: ["data/harbour-2026/schedule.xml", "data/uikonf-2015/schedule.json"])
  func wholeRoundTrip(path: String) throws {
    try expectRoundTrip(try #require(Repository.bytes(of: path)))
  }

  @Test(
    "the calendar is read back as the same sessions, for real conferences",
    arguments: ["frab-xml/28c3.xml"]
      .compactMap(Repository.sharedData))
  func realRoundTrip(path: String) throws {
    try expectRoundTrip(try #require(Repository.bytes(of: path)))
  }

  @Test("no line has more than 75 bytes, and none begins or ends inside a character")
  func folding() {
    for sign in ["a", "é", "日", "😀", ",", "\\", " "] {
      let titles = (1...160).map { "x" + String(repeating: sign, count: $0) + "y" }
      let output = calendar(titles)
      var line: [UInt8] = []
      for byte in output.out {
        if byte == 0x0A {
          #expect(line.last == 0x0D && line.count <= 76)
          #expect(String(validating: line, as: UTF8.self) != nil)
          line = []
        } else {
          line.append(byte)
        }
      }
      let expected = titles.map {
        sign == " " ? "x y" : $0.replacing("\\", with: "\\\\").replacing(",", with: "\\,")
      }
      #expect(values("SUMMARY", of: output.text) == expected)
    }
  }

  @Test("a text cannot begin a property, an event or a parameter")
  func injection() {
    let output = calendar(["a\r\nEND:VEVENT\r\nBEGIN:VALARM", "b\nX:1;Y=2,3\\n"])
    #expect(
      values("SUMMARY", of: output.text) == ["a END:VEVENT BEGIN:VALARM", #"b X:1\;Y=2\,3\\n"#])
    #expect(values("END", of: output.text).count == 3)
  }

  @Test("a calendar names its zone if other programs know it by that name")
  func zones() {
    func zones(_ zone: String) -> [String] {
      var run = CommandLineRun()
      run.input = Array(
        """
        [{"conference": "C", "month": "2015-05", "zone": "\(zone)"},
         {"t_id": "a", "startTime": "18-10-00", "description": "A"}]
        """.utf8)
      return values("X-WR-TIMEZONE", of: run("export --as ics --data -").text)
    }
    #expect(zones("Europe/Berlin") == ["Europe/Berlin"])
    #expect(zones("UTC") == ["UTC"])
    #expect(zones("+05:30") == [])
    // The name ends in a digit, or begins with a letter that is no word's.
    if Machine.hasZoneFiles {
      for name in ["Etc/GMT+5", "Etc/GMT-14", "GMT0"] { #expect(zones(name) == [name]) }
    }
  }

  @Test(
    "a zone that a calendar defines under a name of another zone keeps its times in each export",
    .enabled(if: Machine.hasZoneFiles, "this machine has no zone files"),
    arguments: [
      ("EST", "-0400", "-0500", "EDT", "2027-07-03T09:00:00-04:00"),
      ("GMT", "+0100", "+0000", "BST", "2027-07-03T09:00:00+01:00"),
      ("IST", "+0300", "+0200", "IDT", "2027-07-03T09:00:00+03:00"),
    ])
  func definedZone(
    name: String, summer: String, winter: String, abbreviation: String, start: String
  ) {
    func part(_ kind: String, _ month: Int, _ offsets: [String], _ abbreviation: String) -> String {
      """
      BEGIN:\(kind)
      DTSTART:20000\(month)01T030000
      RRULE:FREQ=YEARLY;BYMONTH=\(month);BYDAY=1SU
      TZNAME:\(abbreviation)
      TZOFFSETFROM:\(offsets[0])
      TZOFFSETTO:\(offsets[1])
      END:\(kind)

      """
    }
    let calendar = """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//Fair//EN
      BEGIN:VTIMEZONE
      TZID:\(name)
      \(part("DAYLIGHT", 4, [winter, summer], abbreviation))\
      \(part("STANDARD", 9, [summer, winter], name))\
      END:VTIMEZONE
      BEGIN:VEVENT
      UID:1@fair.example.org
      DTSTART;TZID=\(name):20270703T090000
      DTEND;TZID=\(name):20270703T100000
      SUMMARY:Nine
      END:VEVENT
      END:VCALENDAR

      """
    func starts(_ text: String) -> String {
      var run = CommandLineRun()
      run.input = Array(text.utf8)
      return run("timeline --data - --json=start").text
    }
    var run = CommandLineRun()
    run.input = Array(calendar.utf8)
    let expected = starts(calendar)
    #expect(expected.contains(start))
    for format in ["json", "ics"] {
      let exported = run("export --data - --as \(format)").text
      #expect(starts(exported) == expected, "\(format)")
      #expect(!exported.contains("TIMEZONE:\(name)") && !exported.contains("\"\(name)\""))
    }
  }

  @Test("each component is closed before the one around it, whatever is exported")
  func structure() throws {
    let folder = TemporaryFolder()
    let sessions = ["24-10-00", "24-12-00"].enumerated().map {
      HallSchedule.Session("s\($0)", $1, nil)
    }
    let run = HallSchedule(sessions).run(in: folder)
    let path = "\(folder.path)/hall.json"
    #expect(run("use \(path)").status == .success)
    #expect(run("star s0/1 s1/1").status == .success)
    #expect(run("add Dinner --at 2016-04-24T19:00 --for 2h").status == .success)
    // The second session is cancelled.
    folder.write(HallSchedule([sessions[0]]).json, to: "hall.json")
    #expect(run("use \(path)").status == .success)
    for alarm in ["", "--alarm 10m"] {
      let calendar = run("export --as ics --mine \(alarm)").text
      #expect(values("SUMMARY", of: calendar) == ["s0", "Dinner", "Cancelled: About s1"])
      #expect(try components(of: calendar) == (alarm.isEmpty ? [1, 3] : [1, 3, 2]))
    }
  }

  /// The numbers of the components that are in none, in one and in two others.
  private func components(of calendar: String) throws -> [Int] {
    var open: [Substring] = []
    var counts: [Int] = []
    for line in calendar.split(separator: "\r\n") {
      if line.hasPrefix("BEGIN:") {
        if counts.count == open.count { counts.append(0) }
        counts[open.count] += 1
        open.append(line.dropFirst(6))
      } else if line.hasPrefix("END:") {
        try #require(open.popLast() == line.dropFirst(4), "\(calendar)")
      }
    }
    try #require(open.isEmpty, "\(calendar)")
    return counts
  }

  @Test("the next version has the same names with a higher number, even with --at")
  func versions() {
    var run = CommandLineRun()
    let first = run("export --as ics").text
    run.now = Instant(secondsSince1970: run.now.secondsSince1970 + 60)
    let second = run("export --as ics --at 2015-01-01").text
    #expect(values("UID", of: first) == values("UID", of: second))
    #expect(Set(values("UID", of: first)).count == values("UID", of: first).count)
    #expect(Set(values("SEQUENCE", of: first)) == ["23865660"])
    #expect(Set(values("SEQUENCE", of: second)) == ["23865661"])
    #expect(Set(values("DTSTAMP", of: second)) == ["20150518T090100Z"])
  }

  @Test("an identifier unique across conferences needs no conference in its name")
  func names() {
    var run = CommandLineRun()
    let events = [
      "UID:0f3c9a5e-1111-4222-8333-444455556666", "UID:4711@example.org", "UID:4712", "UID:é",
    ].map {
      "BEGIN:VEVENT\n\($0)\nSUMMARY:\($0.last ?? "a")\nDTSTART:20250201T090000Z\nEND:VEVENT\n"
    }
    run.input = Array(
      "BEGIN:VCALENDAR\nX-WR-CALNAME:Früh & spät\n\(events.joined())END:VCALENDAR\n".utf8)
    #expect(
      Set(values("UID", of: run("export --as ics --data -").text)) == [
        "0f3c9a5e-1111-4222-8333-444455556666@konf", "4711@example.org",
        "4712@frc3bch-spc3a4t-2025-02.konf", "~C3~A9@frc3bch-spc3a4t-2025-02.konf",
      ])
  }

  @Test("every event has the requested reminder, and none without the option")
  func alarms() {
    #expect(
      values("TRIGGER", of: calendar(["a", "b"], "--alarm 1d2h").text)
        == ["-PT1560M", "-PT1560M"])
    #expect(!calendar(["a"]).text.contains("VALARM"))
  }
}
