import CommandLine
import KonfCLI
import SourceText
import TestSupport
import Testing

/// The changes that `konf log QUERY` finds, and the events of `konf log --import`.
@Suite struct LogTests {
  private let folder = TemporaryFolder()
  private var run: CommandLineRun

  init() {
    run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    for line in [
      "rate session1Day1/2 4 --comment good", "star graham hofele --note ask",
      "rate session1Day1/2 5", "undo", "rate session1Day1/2 2", "rate session1Day1/2 --clear",
      "add Lunch --at 2015-05-18T12:30 --location Bar",
    ] {
      #expect(run(line).status == .success, "\(line)")
    }
  }

  /// The kinds with the new values of the changes that a query finds, the last first.
  private func found(_ query: String) throws -> [String] {
    let records = try SourceDocument(json: run("log \(query) --json").out).root.elements
    return records.map { "\($0["kind"]?.string ?? "") \($0["new"]?.string ?? "-")" }
  }

  @Test(
    "a query finds changes by component, event, and old and new values",
    arguments: [
      ("rating", ["rating -", "rating 2", "rating 5", "rating 4"]),
      ("rating removed", ["rating -"]), ("rating added", ["rating 4"]),
      ("old rating.stars = 4", ["rating 2", "rating 5"]), ("rating.stars > 4", ["rating 5"]),
      ("rating.comment ~ GOOD", ["rating 4"]), ("note ~ ask", ["note ask", "note ask"]),
      ("star and star.isMaybe = false limit 1", ["star yes"]), ("hidden", []),
      (
        "none rating star note", ["appointment 2015-05-18T12:30:00+02:00/2015-05-18T13:30:00+02:00"]
      ),
      (
        "appointment.location = bar",
        ["appointment 2015-05-18T12:30:00+02:00/2015-05-18T13:30:00+02:00"]
      ),
    ])
  func queries(query: String, expected: [String]) throws {
    #expect(try found(query) == expected)
  }

  @Test("undone changes are found, with the values before them")
  func undone() {
    #expect(
      run("log rating.stars = 5 --width 100").text.contains(#"★★★★☆ "good" → ★★★★★ · undone"#))
  }

  @Test("a change made with --at has the time of the clock, so that the log is in order")
  func order() throws {
    for line in ["star hofele", "rate hofele 5", "hide graham"] {
      #expect(run("\(line) --at 2015-05-20T12:00").status == .success)
    }
    let times = try run.values("time", of: "log")
    #expect(Set(times) == ["2015-05-18T11:00:00+02:00"])
    #expect(!run("log").text.contains("Wednesday"))
  }

  @Test("a version saved in the same minute is not read aloud as a change to the same value")
  func versions() {
    let home = TemporaryFolder()
    let run = CommandLineRun(home: home.path)
    for text in [FairSchedule.first, FairSchedule.second] {
      _ = run("use \(home.write(text, to: "fair.json")) --name fair")
    }
    let line = "schedule, fair: again saved on Monday 18 May 2015, 11:00"
    #expect(run("log --plain").text.contains(line), "\(run("log --plain").text)")
    #expect(run("log --width 300").text.contains(" → version "))
  }

  @Test("the log names the zone of its times once, unless it is the system's")
  func zone() {
    var run = run
    run.environment["TZ"] = "UTC"
    #expect(run("log").text.hasPrefix("times in Europe/Berlin\n\nMonday 18 May 2015\n"))
    #expect(run("log --plain").text.hasPrefix("times in Europe Berlin\n"))
    #expect(!run("log --tz UTC").text.contains("times in"))
    run.environment["TZ"] = "Europe/Berlin"
    #expect(!run("log").text.contains("times in"))
  }

  @Test("count prints a number, and no match is an empty answer")
  func numbers() {
    #expect(run("log count rating").text == "4 changes\n")
    #expect(run("log count rating --json").text == "[{\"count\":4}]\n")
    let nothing = run("log hidden --exit-status")
    #expect(nothing.status == .notFound && nothing.notes == "konf: no change matches the query\n")
  }

  @Test(
    "an invalid query is reported with the position",
    arguments: [
      ("ratng", 1, "at character 1 of the query: found \"ratng\"; did you mean Rating?\n"),
      ("entities", 64, "at character 1 of the query: found \"entities\"; expected events\n"),
      ("components where added", 64, "events\nkonf: entities and components need --import\n"),
      ("rating and", 64, "at character 11 of the query: found the end; expected a component"),
      ("--import durations", 64, "found \"durations\"; expected events, entities, components\n"),
      ("--import roting", 1, "found \"roting\"; did you mean "),
    ])
  func refused(query: String, status: Int32, note: String) {
    let output = run("log \(query)")
    #expect(output.status.rawValue == status && output.text.isEmpty)
    #expect(output.notes.contains(note), "\(output.notes)")
  }

  @Test("the import is every event of reading the file, and no saved data")
  func importing() throws {
    let schema = try JSONSchema(try SourceDocument(json: run("help schema").out))
    let events = try SourceDocument(json: run("log --import --json").out)
    #expect(schema.problems(with: events, as: "log-import") == [])
    let words = events.root.elements.map { $0["component"]?.string ?? "entity" }
    #expect(words.count { $0 == "Title" } == 18 && words.count { $0 == "entity" } == 85)
    #expect(!words.contains("Rating"))
    #expect(run("log --import").text.hasPrefix("\(words.count) events\n"))
    #expect(run("log --import count title added").text == "18 results\n")
    let times = try SourceDocument(json: run("log --import timing added limit 2 --json").out)
    #expect(times.root.elements.map { $0["component"]?.string } == ["Timing", "Timing"])
    let lives = try SourceDocument(json: run("log --import entities where title --json").out)
    #expect(schema.problems(with: lives, as: "log-import-entities") == [])
    #expect(lives.root.elements.map { $0 }.count == 18)
    let names = try SourceDocument(json: run("log --import components where title --json").out)
    #expect(schema.problems(with: names, as: "log-import-components") == [])
    #expect(names.root.elements.map { $0["name"]?.string } == ["Title"])
    #expect(run("log --import timing removed").status == .success)
  }

  @Test("hostile values are escaped, and every width is respected")
  func hostile() {
    var run = run
    run.input = Array(
      #"[{"t_id": "a", "startTime": "18-10-00"}, {"t_id": "a", "t_index": 1, "title": "\u001b[2J"}]"#
        .utf8)
    for width in [20, 40, 80, 140] {
      let output = run("log --import all --data - --month 2015-05 --width \(width)")
      #expect(output.status == .success && !output.text.contains("\u{1B}"))
      #expect(output.text.contains("Title"))
    }
  }
}
