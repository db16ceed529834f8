import CommandLine
import KonfCLI
import Schedule
import SourceText
import TestSupport
import Testing

/// Commands at the very moment, the minute before and the minute after: what starts, ends and fits then.
@Suite struct EqualMomentRunTests {
  private let folder = TemporaryFolder()

  private func run(_ sessions: [HallSchedule.Session]) -> CommandLineRun {
    HallSchedule(sessions).run(in: folder)
  }

  // MARK: Now and next

  /// A minute of the morning, as `--at` has it, and what is asked of it.
  private static let hour = [
    ("09:59", "1", "nothing"), ("09:59:59", "1", "nothing"), ("10:00", "null", "60"),
    ("10:00:01", "null", "60"), ("10:01", "null", "59"), ("10:59:59", "null", "1"),
    ("11:00", "nothing", "nothing"),
  ]

  @Test("minutes are counted to the start, and then to the end", arguments: hour)
  func minutes(clock: String, toStart: String, left: String) throws {
    let run = run([HallSchedule.Session("a", "24-10-00", "24-11-00")])
    let isRunning = left != "nothing"
    let line = "\(isRunning ? "now" : "next") --at 2016-04-24T\(clock)"
    let expected = toStart == "nothing" ? [] : [toStart]
    #expect(try run.values("minutesToStart", of: line) == expected)
    #expect(
      try run.values("minutesLeft", of: line)
        == (toStart == "nothing" ? [] : isRunning ? [left] : ["null"]))
    #expect(try run.values("id", of: "now --at 2016-04-24T\(clock)") == (isRunning ? ["a"] : []))
    let words = run("now --at 2016-04-24T\(clock)").text
    #expect(
      words.contains(" left") == isRunning && words.contains("in 1 min") == (toStart == "1"))
  }

  @Test("next lists sessions that start later, up to the end of the requested time")
  func next() throws {
    let run = run([
      HallSchedule.Session("a", "24-10-00", "24-10-30"),
      HallSchedule.Session("b", "24-11-00", "24-11-30"),
    ])
    for (clock, span, expected) in [
      ("09:59:59", "1m", ["a"]), ("10:00", "60m", ["b"]), ("10:00", "59m", []),
      ("10:00:01", "60m", ["b"]), ("09:59:59", "60m", ["a"]), ("09:59:59", "61m", ["a", "b"]),
      ("09:59", "1m", ["a"]), ("09:59", "61m", ["a", "b"]), ("11:00", "9h", []),
    ] {
      let line = "next --in \(span) --at 2016-04-24T\(clock)"
      #expect(try run.values("id", of: line) == expected, "\(line)")
    }
    // If nothing is so near, the first session after that time is shown.
    let text = run("next --in 1m --at 2016-04-24T10:00").text
    #expect(text.contains("About b") && !text.contains("About a"))
  }

  // MARK: Filters

  /// Sessions on three days at ten and twelve, by the moment of each in minutes of the month.
  private static let days = [24, 25, 26].flatMap { day in
    [10, 12].map { hour in
      (session: HallSchedule.Session("d\(day)h\(hour)", "\(day)-\(hour)-00", nil), day, hour * 60)
    }
  }

  /// A moment, as an option has it and in minutes of its day.
  private struct Bound {
    let text: String
    let day: Int
    let minute: Int

    init(_ day: Int, _ hour: Int, _ minute: Int) {
      text = "2016-04-\(day)T\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
      self.day = day
      self.minute = hour * 60 + minute
    }
  }

  @Test("days and bounds each exclude something, even for a day and a bound of another day")
  func filters() throws {
    let run = run(Self.days.map(\.session))
    let bounds = [
      Bound(24, 12, 0), Bound(25, 9, 59), Bound(25, 10, 0), Bound(25, 10, 1), Bound(26, 10, 0),
    ]
    for day in [nil, 24, 25] {
      for after in [nil] + bounds {
        for before in [nil] + bounds {
          let expected = Self.days.filter { session, sessionDay, minute in
            day.map { $0 == sessionDay } ?? true
              && after.map { ($0.day, $0.minute) <= (sessionDay, minute) } ?? true
              && before.map { (sessionDay, minute) < ($0.day, $0.minute) } ?? true
          }.map(\.session.id)
          let words = [
            day.map { "--day 2016-04-\($0)" }, after.map { "--after \($0.text)" },
            before.map { "--before \($0.text)" },
          ].compactMap(\.self).joined(separator: " ")
          #expect(try run.values("id", of: "timeline \(words)") == expected, "\(words)")
        }
      }
    }
  }

  @Test("a clock time bounds each day, including the exact minute")
  func clocks() throws {
    let run = run(Self.days.map(\.session))
    for (words, hours) in [
      ("--after 10:00", [10, 12]), ("--after 10:01", [12]), ("--before 12:00", [10]),
      ("--before 12:01", [10, 12]), ("--after 10:00 --before 12:00", [10]),
      ("--after 10:01 --before 12:00", []), ("--after 12:00 --before 12:00", []),
    ] {
      for day in [nil, 25] {
        let expected = Self.days.filter { hours.contains($0.2 / 60) && (day ?? $0.1) == $0.1 }
        let line = "timeline \(words)\(day.map { " --day 2016-04-\($0)" } ?? "")"
        #expect(try run.values("id", of: line) == expected.map(\.session.id), "\(line)")
      }
    }
  }

  // MARK: The agenda

  @Test("a quarter-hour gap is filled with a talk of exactly that length", arguments: 14...16)
  func fill(minutes: Int) throws {
    let run = run([
      HallSchedule.Session("early", "24-09-00", "24-10-00"),
      HallSchedule.Session("fits", "24-10-00", "24-10-\(minutes)"),
      HallSchedule.Session("late", "24-10-\(minutes)", "24-11-00"),
    ])
    for id in ["early", "late"] { _ = run("star \(id)") }
    let found = try run.values("suggestions", of: "agenda --fill")
    #expect(try run.values("kind", of: "agenda --fill") == ["session", "free", "session"])
    #expect(found.map { $0.contains("\"fits\"") } == [false, minutes >= 15, false], "\(found)")
    #expect(try run.values("suggestions", of: "agenda").allSatisfy { $0 == "[]" })
  }

  @Test("free time precedes the maybes in it, even one that begins with it")
  func maybeInHole() throws {
    for (start, expected) in [
      ("09-59", "early perhaps free late"), ("10-00", "early free perhaps late"),
      ("10-01", "early free perhaps late"),
      ("11-59", "early free perhaps late"), ("12-00", "early free perhaps late"),
      ("12-01", "early free late perhaps"),
    ] {
      let folder = TemporaryFolder()
      let run = HallSchedule([
        HallSchedule.Session("early", "24-09-00", "24-10-00"),
        HallSchedule.Session("perhaps", "24-\(start)", "24-12-30"),
        HallSchedule.Session("late", "24-12-00", "24-13-00"),
      ]).run(in: folder)
      for id in ["early", "late"] { _ = run("star \(id)") }
      _ = run("star perhaps --maybe")
      let ids = try run.values("id", of: "agenda").map { $0 == "null" ? "free" : $0 }
      #expect(ids.joined(separator: " ") == expected, "\(start)")
    }
  }

  @Test("past sessions are dim from the moment of their end on")
  func over() {
    let run = run([HallSchedule.Session("early", "24-10-00", "24-11-00")])
    _ = run("star early")
    for (clock, isOver) in [("10:59:59", false), ("11:00", true), ("11:00:01", true)] {
      let text = run("agenda --color always --at 2016-04-24T\(clock)").text
      #expect(text.contains("\u{1B}[2m10:00") == isOver, "\(clock): \(text.debugDescription)")
    }
  }
}
