import CommandLine
import KonfCLI
import TestSupport
import Testing

/// A calendar whose events come again or have identifiers that are long.
@Suite struct CalendarRunTests {
  private static func calendar(_ events: String...) -> [UInt8] {
    let lines =
      ["BEGIN:VCALENDAR", "X-WR-CALNAME:Testival 2025"]
      + events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT" } + ["END:VCALENDAR\n"]
    return Array(lines.joined(separator: "\n").utf8)
  }

  private static func event(_ uid: String, _ title: String, _ more: String = "") -> String {
    "UID:\(uid)\nSUMMARY:\(title)\nDTSTART:20250201T090000Z\nDURATION:PT30M"
      + (more.isEmpty ? "" : "\n\(more)")
  }

  @Test("identifiers are shown and found in short form, unless two short forms are equal")
  func shortIDs() throws {
    var run = CommandLineRun()
    run.input = Self.calendar(
      Self.event("460@one.org", "A"), Self.event("461@one.org", "B"),
      Self.event("461@two.org", "C"),
      Self.event("462", "D"), Self.event("462@one.org", "E"))
    let talks = run("talks --data -").text
    for id in ["460", "461@one.org", "461@two.org", "462", "462@one.org"] {
      #expect(talks.contains("  \(id)\n"), "\(id)")
    }
    for (id, title) in [
      ("460", "A"), ("460@one.org", "A"), ("461@one.org", "B"), ("461@two.org", "C"), ("462", "D"),
      ("462@ONE.org", "E"),
    ] {
      #expect(try run.values("title", of: "session \(id) --data -") == [title])
    }
    #expect(try run.values("title", of: "session 461 --data -") == ["B", "C"])
    #expect(run("session 469 --data -").notes.contains("did you mean 46"))
  }

  @Test("the rating of one occurrence of an event stays with its day")
  func ratings() throws {
    let folder = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    let daily = "RRULE:FREQ=DAILY;COUNT=4"
    run.input = Self.calendar(Self.event("1@x", "Standup", daily))
    #expect(run("rate 1 2 --data -").status == .success)
    #expect(run("rate 1/2025-02-02 5 --data -").status == .success)
    #expect(run("rate 1/2025-02-03 4 --data -").status == .success)
    let days = ["1@x", "1@x/2025-02-02", "1@x/2025-02-03"]
    #expect(try run.values("id", of: "ratings --data -") == days)
    // One day is left out, and the others are renamed or not: its rating goes to none of them.
    for title in ["Daily", "Standup"] {
      run.input = Self.calendar(
        Self.event("1@x", title, "\(daily)\nEXDATE:20250202T090000Z"))
      #expect(
        try run.values("title", of: "ratings --data -") == [title, title, "Standup"])
      #expect(try run.values("rating", of: "ratings --data -") == ["2", "4", "5"])
      #expect(try run.values("id", of: "ratings --data -") == [days[0], days[2], days[1]])
      #expect(try run.values("rating", of: "talks --data -") == ["2", "4", "null"])
    }
  }
}
