import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// Events of a calendar that have dates alone.
@Suite("All-day events")
struct WholeDayTests {
  private static func run(_ zone: String = "Europe/Berlin") -> CommandLineRun {
    let events = [
      "UID:1\nSUMMARY:Holiday\nDTSTART;VALUE=DATE:20250330",
      "UID:2\nSUMMARY:Fair\nDTSTART;VALUE=DATE:20250330\nDTEND;VALUE=DATE:20250402",
      "UID:3\nSUMMARY:Same\nDTSTART;VALUE=DATE:20250331\nDTEND;VALUE=DATE:20250331",
      "UID:4\nSUMMARY:Night\nDTSTART:20250330T220000\nDTEND:20250331T000000",
    ]
    let lines =
      ["BEGIN:VCALENDAR", zone.isEmpty ? "" : "X-WR-TIMEZONE:\(zone)"]
      + events.flatMap { ["BEGIN:VEVENT", $0, "END:VEVENT"] } + ["END:VCALENDAR\n"]
    var run = CommandLineRun()
    run.input = Array(lines.filter { !$0.isEmpty }.joined(separator: "\n").utf8)
    return run
  }

  @Test(
    "are days in every text, and times only if another zone is requested",
    arguments: ["Europe/Berlin", "UTC", ""])
  func texts(zone: String) {
    let run = Self.run(zone)
    for command in ["timeline", "talks", "timeline --oneline", "export --as markdown"] {
      let text = run("\(command) --data -").text
      #expect(text.split(separator: "all day").count == 3, "\(command): \(text)")
      #expect(text.split(separator: "for 3 days").count == 2, "\(command)")
      #expect(text.contains("22:00–00:00 +1") && !text.contains("00:00–00:00"), "\(command)")
    }
    let page = run("export --as html --data -").text
    #expect(page.contains(">All day</h3>") && page.contains("<p>for 3 days\n"))
    #expect(run("session 1 --data -").text.contains("Sunday 30 March 2025, all day"))
  }

  @Test("are dates in a calendar, which konf reads as the same days", arguments: ["", "UTC"])
  func calendar(zone: String) throws {
    var run = Self.run(zone)
    let calendar = run("export --as ics --data -").text
    for line in [
      "DTSTART;VALUE=DATE:20250330\r\nDTEND;VALUE=DATE:20250331\r\nSUMMARY:Holiday",
      "DTSTART;VALUE=DATE:20250330\r\nDTEND;VALUE=DATE:20250402\r\nSUMMARY:Fair",
      "DTSTART;VALUE=DATE:20250331\r\nDTEND;VALUE=DATE:20250401\r\nSUMMARY:Same",
    ] { #expect(calendar.contains(line), "\(line)") }
    let ends = try run.values("end", of: "talks --data -")
    run.input = Array(calendar.utf8)
    #expect(try run.values("end", of: "talks --data -") == ends)
    #expect(run("export --as ics --data -").text.split(separator: "DATE:").count == 7)
  }

  @Test(
    "have as many hours as their day, even if clocks change",
    .enabled(if: Machine.hasZoneFiles))
  func changesOfClocks() throws {
    var generator = SplitMix64(seed: 27)
    for name in ["Europe/Berlin", "Asia/Beirut", "America/Sao_Paulo", "Australia/Lord_Howe"] {
      let zone = try Zone(named: name, in: ZoneFolders())
      let first = try #require(CivilDate(year: 2010, month: 1, day: 1))
      for _ in 0..<2000 {
        let date = first.adding(days: Int.random(in: 0..<4000, using: &generator))
        let count = Int.random(in: 1...3, using: &generator)
        let midnights = [date, date.adding(days: count)].map {
          zone.instant(of: CivilDateTime(date: $0, time: .midnight))
        }
        let timing = Timing(start: midnights[0], end: midnights[1])
        #expect(timing.wholeDays(in: zone) == date..<date.adding(days: count), "\(name) \(date)")
        let later = midnights[1].advanced(by: .seconds(1800))
        #expect(Timing(start: midnights[0], end: later).wholeDays(in: zone) == nil)
        #expect(Timing(start: midnights[0], end: midnights[0]).wholeDays(in: zone) == nil)
      }
    }
  }
}
