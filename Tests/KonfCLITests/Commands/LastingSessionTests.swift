import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// Sessions that take days, take whole days or leave their attendees free.
@Suite("Lasting sessions")
struct LastingSessionTests {
  private typealias Sample = LastingSchedule

  private static let seeds: ClosedRange<UInt64> = 1...(BuiltProgram.isLong ? 400 : 20)

  private static func run(_ sample: Sample) -> CommandLineRun {
    var run = CommandLineRun()
    run.now = Sample.moment(-600)
    run.environment["COLUMNS"] = "400"
    run.input = Array(sample.calendar.utf8)
    return run
  }

  private static func titles(in text: some StringProtocol) -> [String] {
    Set(text.split(separator: "Item").dropFirst().map { "Item\($0.prefix(2))" }).sorted()
  }

  /// The titles below the heading of each date.
  private static func byDay(_ text: String) -> [[String]] {
    var days: [[String]] = []
    for line in text.split(separator: "\n") {
      if line.hasSuffix("April 2026") { days.append([]) }
      if !days.isEmpty { days[days.count - 1] += titles(in: line) }
    }
    return days.map { Set($0).sorted() }
  }

  @Test("each day lists exactly the sessions that take place on it", arguments: seeds)
  func days(seed: UInt64) throws {
    let sample = Sample(seed: seed)
    let run = Self.run(sample)
    let days = try run.values("day", of: "days --data -")
    #expect(days == sample.days.map(Sample.date))
    func listed(_ day: Int) -> [String] {
      sample.events.filter { $0.days.contains(day) }.map(\.title)
    }
    for day in sample.days {
      let ids = try run.values("title", of: "timeline --day \(Sample.date(day)) --data -")
      #expect(ids.sorted() == listed(day), "day \(day)")
      for command in ["timeline", "timeline --oneline", "talks", "timeline --grid"] {
        let text = run("\(command) --day \(Sample.date(day)) --data -").text
        #expect(Self.titles(in: text) == listed(day), "\(command), day \(day): \(text)")
      }
    }
    for command in ["timeline", "timeline --oneline", "talks"] {
      let text = run("\(command) --data -").text
      #expect(Self.byDay(text) == sample.days.map(listed), "\(command): \(text)")
    }
  }

  @Test("konf now shows exactly the running sessions", arguments: seeds)
  func now(seed: UInt64) throws {
    let sample = Sample(seed: seed)
    var run = Self.run(sample)
    var generator = SplitMix64(seed: seed)
    for _ in 0..<8 {
      let minute = Int.random(in: -60...10 * 24 * 60, using: &generator)
      run.now = Sample.moment(minute)
      let running = sample.events.filter { $0.minutes.contains(minute) }.map(\.title)
      #expect(try run.values("title", of: "now --data -").sorted() == running, "\(minute)")
      let lasting = sample.events.filter { $0.minutes.contains(minute) && $0.lasts }.map(\.title)
      if lasting.isEmpty { continue }
      let day = Sample.date(minute / (24 * 60))
      let ofDay = try run.values("title", of: "now --day \(day) --data -")
      #expect(Set(lasting).isSubset(of: ofDay), "\(minute)")
    }
  }

  @Test("only other sessions clash, take free time, or decide the diary", arguments: seeds)
  func plans(seed: UInt64) throws {
    let sample = Sample(seed: seed)
    let busy = sample.only(\.isBusy)
    var answers: [[String]] = []
    for some in [sample, busy] {
      let home = TemporaryFolder()
      var run = Self.run(some)
      run.environment["KONF_HOME"] = home.path
      run.environment["KONF_DATA"] = home.write(some.calendar, to: "lasting.ics")
      if some.events.isEmpty { return }
      _ = run(["star"] + some.events.map(\.title))
      let titles = try run.values("title", of: "agenda")
      let clashes = try run.values("clashes", of: "agenda")
      for (title, clash) in zip(titles, clashes) where clash != "[]" {
        #expect(busy.events.contains { $0.title == title }, "\(title) clashes")
      }
      let kinds = try run.values("kind", of: "agenda")
      let spans = zip(try run.values("start", of: "agenda"), try run.values("end", of: "agenda"))
      var answer = zip(kinds, spans).filter { $0.0 == "free" }.map { "\($0.1)" }
      answer += zip(titles, clashes).filter { title, _ in
        busy.events.contains { $0.title == title }
      }.map { "\($0): \($1)" }
      run.now = Sample.moment(20 * 24 * 60)
      let diary = zip(
        try run.values("title", of: "diary"), try run.values("attendance", of: "diary"))
      answer += diary.filter { title, _ in busy.events.contains { $0.title == title } }
        .map { "\($0): \($1)" }
      answers.append(answer)
    }
    #expect(answers[0] == answers[1])
  }

  @Test("later days name the end, and konf's own formats keep TRANSP", arguments: ["json", "ics"])
  func texts(format: String) throws {
    var run = CommandLineRun()
    run.input = Array(
      """
      BEGIN:VCALENDAR
      X-WR-CALNAME:Fair
      X-WR-TIMEZONE:Europe/Berlin
      BEGIN:VEVENT
      UID:1
      SUMMARY:Posters
      LOCATION:Foyer
      DTSTART:20260410T100000
      DTEND:20260412T170000
      END:VEVENT
      BEGIN:VEVENT
      UID:2
      SUMMARY:Market
      DTSTART;VALUE=DATE:20260411
      DTEND;VALUE=DATE:20260413
      END:VEVENT
      BEGIN:VEVENT
      UID:3
      SUMMARY:Desk
      DTSTART:20260411T080000
      DTEND:20260411T180000
      TRANSP:TRANSPARENT
      END:VEVENT
      BEGIN:VEVENT
      UID:4
      SUMMARY:Talk
      DTSTART:20260411T100000
      DTEND:20260411T110000
      END:VEVENT
      END:VCALENDAR

      """.utf8)
    let exported = run("export --as \(format) --data -").out
    run.input = exported
    for command in ["timeline", "timeline --day 2", "export --as markdown", "export --as html"] {
      let text = run("\(command) --data -").text
      #expect(text.contains("until Sun 17:00"), "\(command): \(text)")
    }
    #expect(run("timeline --day 3 --data -").text.contains("until Sun "))
    #expect(run("timeline --data - --plain").text.contains("until Sunday 17:00, "))
    #expect(run("timeline --day 3 --data -").text.contains("for 2 days") == false)
    run.now = Instant(secondsSince1970: 1_775_898_000)  // 2026-04-11T11:00+02:00
    let now = run("now --data -").text
    #expect(now.contains("until Sun 17:00") && !now.contains("Friday"), "\(now)")
    #expect(
      run("export --as ics --data -").text.split(separator: "TRANSP:TRANSPARENT").count == 2)
    #expect(
      run("export --as json --data -").text.split(separator: "\"transparent\":true").count == 2)
  }
}
