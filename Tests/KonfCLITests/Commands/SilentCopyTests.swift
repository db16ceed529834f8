import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// The zone and title that `konf use` keeps if a newer copy of a schedule names neither.
@Suite struct SilentCopyTests {
  private static let titles = ["Opening", "Bread", "Cheese", "Closing"]
  private let folder = TemporaryFolder()
  private let run: CommandLineRun

  init() {
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = "\(folder.path)/home"
    run.now = Instant(secondsSince1970: 1_806_100_000)  // 2027-03-26
    self.run = run
    let events = Self.titles.enumerated().map { number, title in
      """
      <event id="\(number + 1)"><date>2027-03-27T1\(number):00:00+01:00</date><start>1\(number):00</start>
      <duration>00:45</duration><room>Hall</room><title>\(title)</title></event>
      """
    }
    let xml = """
      <schedule><conference><title>Market</title><time_zone_name>Europe/Berlin</time_zone_name>
      </conference><day date="2027-03-27" index="1"><room name="Hall">
      \(events.joined(separator: "\n"))
      </room></day></schedule>
      """
    folder.write(xml, to: "market.xml")
    _ = run("use \(folder.path)/market.xml --name market")
  }

  /// Keeps a calendar whose talks begin at these hours; `Z` after one is UTC.
  private func use(_ hours: [String], head: String = "", _ options: String = "") -> Output {
    let events = zip(Self.titles, hours).enumerated().map { number, event in
      """
      BEGIN:VEVENT
      UID:\(number + 1)@market.example
      SUMMARY:\(event.0)
      DTSTART:20270327T\(event.1.prefix(2))0000\(event.1.dropFirst(2))
      DURATION:PT45M
      LOCATION:Hall
      END:VEVENT
      """
    }
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", head] + events + ["END:VCALENDAR", ""]
    return run(
      "use \(folder.write(lines.filter { $0 != head || head != "" }.joined(separator: "\n"), to: "market.ics")) \(options)"
    )
  }

  private func conference(_ field: String) throws -> [String] {
    try run.values(field, of: "conference")
  }

  @Test(
    "a calendar in UTC keeps the zone and the title, as unmoved talks prove", arguments: ["Z", ""])
  func kept(suffix: String) throws {
    // The last talk has moved.
    let hours = suffix == "Z" ? ["09Z", "10Z", "11Z", "14Z"] : ["10", "11", "12", "15"]
    let output = use(hours)
    #expect(output.text == "market  1 moved; see konf diff\n", "\(output.notes)")
    #expect(!output.notes.contains("zone"), "\(output.notes)")
    #expect(try conference("title") == ["Market"])
    #expect(try conference("zone") == ["Europe/Berlin"])
    #expect(
      try run.values("start", of: "talks") == [
        "2027-03-27T10:00:00+01:00", "2027-03-27T11:00:00+01:00", "2027-03-27T12:00:00+01:00",
        "2027-03-27T15:00:00+01:00",
      ])
    // The next copy is as silent.
    _ = use(suffix == "Z" ? ["09Z", "10Z", "11Z", "15Z"] : ["10", "11", "12", "16"])
    #expect(try conference("title") == ["Market"])
    #expect(try conference("zone") == ["Europe/Berlin"])
  }

  @Test("a calendar that names zone and title uses them")
  func named() throws {
    let output = use(
      ["09Z", "10Z", "11Z", "14Z"], head: "X-WR-TIMEZONE:Europe/London\nX-WR-CALNAME:Fair",
      "--name market")
    #expect(output.status == .success, "\(output.notes)")
    #expect(try conference("title") == ["Fair"])
    #expect(try conference("zone") == ["Europe/London"])
  }

  @Test("if most talks begin at other times, the zone is not kept, and konf says so")
  func uncertain() throws {
    let output = use(["07Z", "13Z", "15Z", "18Z"], "--name market")
    #expect(
      output.notes.contains("most talks would change their times")
        && output.notes.contains("--zone Europe/Berlin"),
      "\(output.notes)")
    #expect(try conference("title") == ["Market"])
    #expect(try conference("zone") == ["UTC"])
    #expect(
      use(["07Z", "13Z", "15Z", "18Z"], "--name market --zone Europe/Berlin").status == .success)
    #expect(try conference("zone") == ["Europe/Berlin"])
  }

  @Test("a calendar of another conference takes no title, and is not a newer version")
  func other() throws {
    _ = use(["09Z", "10Z", "11Z", "14Z"])
    let other = folder.write(
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      BEGIN:VEVENT
      UID:x
      SUMMARY:Elsewhere
      DTSTART:20270327T090000Z
      DURATION:PT45M
      END:VEVENT
      END:VCALENDAR

      """, to: "other.ics")
    #expect(run("use \(other)").text.hasPrefix("other  "))
    #expect(run("use \(other) --name market").status == .success)
    #expect(try conference("title") == ["null"])
  }
}
