import CommandLine
import KonfCLI
import Marks
import Schedule
import TestSupport
import Testing

/// Times that are typed as konf prints them, at a conference that runs past midnight.
@Suite struct PrintedTimesTests {
  private let folder = TemporaryFolder()
  private var run: CommandLineRun

  init() {
    run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    // Both days, Saturday 6 and Sunday 7 June, end at four o'clock in the night.
    run.environment["KONF_DATA"] = folder.write(
      """
      <schedule><conference><title>Fair</title><day_change>04:00</day_change>
      <time_zone_name>Europe/Berlin</time_zone_name></conference>
      <day index="1" date="2026-06-06"><room name="Hall">
      <event id="1"><title>Soup</title><start>12:10</start><duration>0:30</duration></event>
      <event id="2"><title>Stars</title><start>00:30</start><duration>0:45</duration></event>
      </room></day>
      <day index="2" date="2026-06-07"><room name="Hall">
      <event id="3"><title>Soup</title><start>12:10</start><duration>0:30</duration></event>
      <event id="4"><title>Stars</title><start>00:30</start><duration>0:45</duration></event>
      </room></day></schedule>
      """, to: "fair.xml")
    run.now = Instant(secondsSince1970: 1_780_300_800)  // 2026-06-01T10:00+02:00
  }

  /// The start of an appointment that is added at a typed time.
  private func start(at text: String, _ options: [String] = []) throws -> String? {
    try run(["add", "Walk", "--at", text, "--json"] + options).values("start").first
  }

  @Test("a date or a weekday before a time is that of the calendar, even after midnight")
  func nights() throws {
    for (text, expected) in [
      ("7 jun 00:40", "07T00:40"), ("sun 00:40", "07T00:40"), ("2026-06-07T00:40", "07T00:40"),
      ("Sunday 7 June 2026, 00:30", "07T00:30"), ("Sun 00:30", "07T00:30"),
      ("Sun 7 Jun 00:30", "07T00:30"), ("Mon 00:30", "08T00:30"), ("8 jun 0", "08T00:00"),
      ("Sat 6 Jun 12:10", "06T12:10"), ("Saturday 6 June, 12:10", "06T12:10"),
      ("Saturday 6 June 2026 at 2:30 PM", "06T14:30"), ("sat, 2:30 pm", "06T14:30"),
      ("Saturday, June 6, 2026", "06T00:00"), ("Sat. 6 Jun", "06T00:00"), ("6 jun", "06T00:00"),
      ("2026-06-07 1am", "07T01:00"), ("sat 00:40", "06T00:40"), ("sat 9", "06T09:00"),
      ("1 00:40", "07T00:40"), ("2 00:40", "08T00:40"), ("2 10", "07T10:00"),
    ] {
      #expect(try start(at: text) == "2026-06-\(expected):00+02:00", "\(text)")
    }
    // A date with a year need not be near the conference.
    #expect(try start(at: "1 jan 2027 8:00") == "2027-01-01T08:00:00+01:00")
    #expect(run(["add", "Walk", "--at", "sat"]).status == .usage)
  }

  @Test("--day takes a date as printed, and means the day of the conference")
  func days() throws {
    for text in ["Saturday 6 June 2026", "Sat 6 Jun", "6 June 2026", "sat", "1", "6 jun"] {
      #expect(try run(["talks", "--day", text, "--json"]).values("id") == ["1", "2"], "\(text)")
    }
    for text in ["Sunday 7 June 2026", "Sun 7 Jun", "sun", "2"] {
      #expect(try run(["talks", "--day", text, "--json"]).values("id") == ["3", "4"], "\(text)")
    }
  }

  @Test("--after and --before take times as printed, and a time alone is on every day")
  func filters() throws {
    for (options, expected) in [
      (["--after", "Sun 00:30"], ["2", "3", "4"]), (["--before", "Sun 00:30"], ["1"]),
      (["--after", "Sunday 7 June 2026, 12:10"], ["3", "4"]), (["--before", "7 jun"], ["1"]),
      (["--after", "Sun 7 Jun 00:31"], ["3", "4"]), (["--before", "Mon 00:30"], ["1", "2", "3"]),
      (["--after", "00:30"], ["2", "4"]), (["--before", "00:30"], ["1", "3"]),
      (["--after", "2 00:30"], ["4"]), (["--day", "sat", "--after", "00:30"], ["2"]),
      (["--before", "+6d"], ["1", "2"]),
    ] {
      #expect(try run(["talks", "--json"] + options).values("id") == expected, "\(options)")
    }
  }

  @Test("a weekday that contradicts the date is an error that names the right one")
  func contradictions() {
    for text in ["Mon 7 Jun", "Monday 7 June 2026"] {
      for line in [
        ["talks", "--day", text], ["talks", "--after", "\(text) 10:00"],
        ["talks", "--before", text], ["now", "--at", "\(text), 00:30"],
        ["add", "Walk", "--at", "sat 23:30", "--until", "\(text) 01:00"],
      ] {
        let output = run(line)
        #expect(output.status == .usage, "\(line)")
        #expect(output.notes.contains("2026-06-07 is a Sunday"), "\(line): \(output.notes)")
      }
    }
    #expect(run(["talks", "--day", "Mon 8 Jun"]).status == .notFound)
  }

  @Test("an end without a date is the next one after the start")
  func ends() throws {
    for (start, end, expected) in [
      ("sat 23:30", "01:00", "07T01:00"), ("sat 23:30", "23:45", "06T23:45"),
      ("sun 00:30", "01:15", "07T01:15"), ("sat 23:30", "sun 01:00", "07T01:00"),
      ("sat 23:30", "Sun 7 Jun 01:00", "07T01:00"), ("sat 23:30", "+2h", "07T01:30"),
    ] {
      let line = ["add", "Walk", "--at", start, "--until", end, "--json"]
      #expect(try run(line).values("end") == ["2026-06-\(expected):00+02:00"], "\(line)")
    }
  }

  @Test("konf prints the calendar day of each time that it accepts")
  func printed() {
    let candidates = run(["star", "Stars"]).notes
    #expect(candidates.contains("Sun 00:30") && candidates.contains("Mon 00:30"))
    #expect(run("talks").text.contains("\n7 Jun 00:30–01:15 "))
    #expect(run("star 2").status == .success)
    let remark = run("agenda --before 12:00").notes
    #expect(remark.contains("on Sunday 7 June 2026 at 00:30"), "\(remark)")
  }

  @Test("in an hour that occurs twice, each printed time has its zone, and an offset chooses one")
  func repeatedHour() throws {
    var run = run
    let sessions = [("a", "Owls", "+02:00"), ("b", "Bats", "+01:00")].map { id, title, offset in
      """
      {"id": "\(id)", "title": "\(title) past two", "start": "2026-10-25T02:30:00\(offset)",
      "end": "2026-10-25T02:50:00\(offset)", "locations": ["Pier"]}
      """
    }
    run.environment["KONF_DATA"] = folder.write(
      """
      {"conference": {"title": "Night", "zone": "Europe/Berlin"},
      "sessions": [\(sessions.joined(separator: ","))]}
      """, to: "night.json")
    let candidates = run("star past").notes
    #expect(candidates.contains("Sun 02:30 CEST,") && candidates.contains("Sun 02:30 CET,"))
    for line in ["timeline", "timeline --grid", "talks --oneline"] {
      let text = run(line).text
      #expect(!text.contains(#/02:30(?! CES?T)/#), "\(line): \(text)")
    }
    #expect(run("star b").status == .success)
    let status = run("next --mine --oneline --at 2026-10-25T02:31+02:00").text
    #expect(status.hasPrefix("02:30 CET "), "\(status)")
    for (offset, id) in [("", "a"), ("+02:00", "a"), ("+01:00", "b")] {
      let found = try run.values("id", of: "now --at 2026-10-25T02:35\(offset)")
      #expect(found == [id], "\(offset)")
    }
  }

  @Test("a random time in a random zone is the same after printing and typing")
  func randomTimes() throws {
    var random = SplitMix64(seed: 6)
    for _ in 0..<12 {
      let zone = Zone(offset: .random(in: -40...40, using: &random) * 900)
      let moment = Instant(secondsSince1970: .random(in: 0...60_000_000, using: &random) * 60)
      try expect(moment, in: zone, changingAt: .midnight, ["--tz", zone.name], hasYear: true)
    }
  }

  @Test("a random time of the conference is the same after printing and typing")
  func conferenceTimes() throws {
    var random = SplitMix64(seed: 7)
    let berlin = Zone(offset: 7200)
    let first = try #require(TimeInput("2026-06-06T04:00")).instant(in: berlin)
    let change = try #require(CivilTime("04:00"))
    for _ in 0..<12 {
      let moment = first.advanced(by: .seconds(.random(in: 0..<2880, using: &random) * 60))
      try expect(moment, in: berlin, changingAt: change, [], hasYear: false)
    }
  }

  /// Expects that each printed form of a moment is typed as this moment.
  private func expect(
    _ moment: Instant, in zone: Zone, changingAt change: CivilTime, _ options: [String],
    hasYear: Bool
  ) throws {
    for glyphs in [Glyphs.unicode, .spoken] {
      let times = Times(zone: zone, glyphs: glyphs, dayChange: change)
      let timing = Timing(start: moment, end: moment)
      let date = zone.civil(at: moment).date
      let weekday = "\(date.weekdayName.prefix(glyphs.isSpoken ? .max : 3)) \(times.clock(moment))"
      // A span without its end.
      let brief = times.brief(timing).string.dropLast("\(glyphs.dash.string)00:00".count)
      let day = times.listed(timing).string.dropLast("\(glyphs.dash.string)00:00".count)
      let withoutYear = ["\(brief)", weekday] + (day.contains(" ") ? ["\(day)"] : [])
      let forms = [times.dated(moment).string, "\(date.words) at \(times.clock(moment))"]
      for text in forms + (hasYear ? [] : withoutYear) {
        #expect(try start(at: text, options) == moment.iso8601(in: zone), "\(text) \(zone.name)")
      }
    }
  }
}
