import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// Limits of what is shown and taken, each reached exactly and passed by one.
@Suite struct LimitTests {
  private let folder = TemporaryFolder()

  private func run(_ sessions: [HallSchedule.Session]) -> CommandLineRun {
    HallSchedule(sessions).run(in: folder)
  }

  private func run(json records: String) -> CommandLineRun {
    var run = CommandLineRun()
    run.input = Array(
      "[{\"conference\": \"C\", \"month\": \"2016-04\", \"zone\": \"UTC\"}, \(records)]".utf8)
    return run
  }

  @Test(
    "each item names three simultaneous items, and counts the others",
    arguments: 3...5)
  func clashes(count: Int) {
    let ids = (0...count).map { "s\($0)" }
    let run = run(ids.map { HallSchedule.Session($0, "24-10-00", "24-11-00") })
    _ = run(["star"] + ids)
    let text = run("agenda --long").text.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(text.split(separator: "clashes with ").count - 1 == ids.count)
    #expect(text.split(separator: ", 10:00–11:00").count - 1 == 3 * ids.count)
    for more in 1...3 {
      let rest = text.split(separator: " and \(more) more").count - 1
      #expect(rest == (count == more + 3 ? ids.count : 0))
    }
  }

  @Test("at most three sessions are suggested for a gap", arguments: 2...4)
  func suggestions(count: Int) throws {
    let run = run(
      [
        HallSchedule.Session("early", "24-09-00", "24-10-00"),
        HallSchedule.Session("late", "24-11-00", "24-12-00"),
      ] + (0..<count).map { HallSchedule.Session("s\($0)", "24-10-1\($0)", "24-10-30") })
    for id in ["early", "late"] { _ = run("star \(id)") }
    let found = try run.values("suggestions", of: "agenda --fill")
    #expect(found.map { $0.split(separator: "\"reason\"").count - 1 } == [0, min(count, 3), 0])
  }

  @Test("eight locations are named if others exist, and the rest are counted", arguments: 7...9)
  func locations(count: Int) {
    let names = (1...count).map { "\"Room \($0)\"" }.joined(separator: ", ")
    let run = run(
      json: """
        {"t_id": "a", "startTime": "24-10-00", "endTime": "24-11-00", "locations": [\(names)]},
        {"t_id": "a", "t_index": 1, "title": "A", "speaker_name": "Ada"}
        """)
    for line in ["talks --long", "speaker ada"] {
      let text = run("\(line) --data - --width 200").text
      #expect(text.contains("Room \(min(count, 8))"), "\(line)")
      #expect(!text.contains("Room 9"), "\(line)")
      #expect(text.contains(" and 1 more") == (count > 8), "\(line)")
      #expect(text.contains(" more") == (count > 8), "\(line)")
    }
  }

  @Test("a query has up to a hundred words")
  func words() {
    for (count, status) in [(99, ExitStatus.success), (100, .success), (101, .usage)] {
      let words = (1...count).map { "w\($0)" }
      #expect(CommandLineRun()(["search"] + words).status == status, "\(count)")
    }
  }

  @Test("konf by itself shows twenty sessions of a day and counts the rest", arguments: 19...21)
  func overview(count: Int) {
    let sessions = (0..<count).map { number in
      HallSchedule.Session("s\(number)", "24-10-\(10 + number)", "24-11-00")
    }
    let text = run(sessions)([]).text
    #expect(text.split(separator: " About s").count - 1 == min(count, 20), "\(text)")
    #expect(text.contains("1 more") == (count > 20))
  }

  @Test("ten issues of one kind are written in full, and of eleven three", arguments: 9...11)
  func issues(count: Int) {
    let records = (1...count).map { "{\"t_id\": \"s\($0)\", \"startTime\": \"noon\"}" }
    let notes = run(json: records.joined(separator: ", "))("talks --data -").notes
    #expect(notes.split(separator: "field \"startTime\"").count - 1 == (count > 10 ? 3 : count))
    #expect(notes.contains("more of this kind") == (count > 10))
  }

  @Test("a changed text is cut after 160 characters")
  func differences() {
    for count in [159, 160, 161] {
      let text = String(repeating: "x", count: count)
      let old = folder.write(
        HallSchedule([HallSchedule.Session("a", "24-10-00", nil, abstract: "old")]).json,
        to: "old.json")
      let new = folder.write(
        HallSchedule([HallSchedule.Session("a", "24-10-00", nil, abstract: text)]).json,
        to: "new.json")
      let answer = CommandLineRun()("diff \(old) \(new) --all --width 400").text
      #expect(
        answer.count { $0 == "x" } == min(count, 160) && answer.contains("x...") == (count > 160))
    }
  }

  @Test("the name of a schedule has at most 64 letters, even if it is derived from a title")
  func names() throws {
    let home = TemporaryFolder()
    var run = CommandLineRun()
    run.environment["KONF_HOME"] = home.path
    let file = folder.write(FairSchedule.first, to: "first.json")
    for (count, status) in [(63, ExitStatus.success), (64, .success), (65, .usage)] {
      let name = String(repeating: "a", count: count)
      #expect(run("use \(file) --name \(name)").status == status, "\(count)")
    }
    for (number, title) in [
      "b \(String(repeating: "c", count: 62))", "d \(String(repeating: "e", count: 63))",
    ]
    .enumerated() {
      let talk = FairSchedule.Talk(number: 10 + number, title: "Talk \(number)")
      let file = folder.write(FairSchedule.json([talk], title: title), to: "\(number).json")
      let name = number == 0 ? title.replacing(" ", with: "-") : "d"
      #expect(try run.values("name", of: "use \(file)") == [name])
    }
  }

  @Test("a schedule within half a year is a version of the saved one, and a later one is not")
  func halfAYear() throws {
    // The first day is the 24th of April, and the 23rd and 25th of October are 182 and 184 days later.
    for (days, isVersion) in [(182, true), (184, false)] {
      let home = TemporaryFolder()
      var run = CommandLineRun()
      run.environment["KONF_HOME"] = home.path
      let file = folder.write(FairSchedule.first, to: "first.json")
      _ = run("use \(file) --name fair")
      let later = FairSchedule.first.replacing("2016-04-24", with: "2016-10-\(days - 159)")
        .replacing("2016-04-25", with: "2016-10-27").replacing("Fair 2016", with: "Autumn")
      let next = folder.write(later, to: "next.json")
      #expect(
        try run.values("name", of: "use \(next)") == [isVersion ? "fair" : "autumn"], "\(days)")
    }
  }
}

/// How much of what is starred a newer version of a schedule is said to change.
@Suite struct NewsLimitTests: FairHomeSuite {
  let fair = FairHome()

  @Test("five changes of starred talks are listed, and the rest are counted", arguments: 4...6)
  func news(count: Int) throws {
    let talks = (1...count).map { FairSchedule.Talk(number: $0, title: "Talk \($0)") }
    folder.write(FairSchedule.json(talks), to: "many.json")
    let moved = talks.map { FairSchedule.Talk(number: $0.number, title: $0.title, clock: "15:00") }
    folder.write(FairSchedule.json(moved), to: "moved.json")
    _ = use("use @/many.json --name fair")
    for talk in talks { try star(talk) }
    let text = use("use @/moved.json").text
    #expect(text.split(separator: "  Talk ").count - 1 == min(count, 5))
    #expect(text.contains(" more of yours") == (count > 5), "\(text)")
  }
}
