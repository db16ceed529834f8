import CommandLine
import ECSStore
import KonfCLI
import Schedule
import TestSupport
import Testing

/// What `konf undo` takes back, `konf redo` makes again and `konf log` lists.
@Suite struct UndoTests {
  private let folder = TemporaryFolder()
  private var run: CommandLineRun

  init() {
    run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
  }

  /// All that is kept, as commands show it.
  private func state(_ run: CommandLineRun) -> [String] {
    [
      "ratings --json=id,rating,comment", "talks --mine --json=id,star,note",
      "talks --json=id,star,note,rating", "talks --hidden --json=id",
      "timeline --json=id,note,star",
      "agenda --json=id,title,start,end,locations,star",
    ].map { run($0).text }
  }

  @Test("one command is one step, whatever it changed, and undo restores the former state")
  func steps() {
    let before = state(run)
    _ = run("rate session1Day1/2 4 --comment good")
    let rated = state(run)
    _ = run("star graham hofele --note ask")
    let starred = state(run)
    #expect(rated != before && starred != rated)
    #expect(run("undo").text.contains("star: starred → none"))
    #expect(state(run) == rated)
    #expect(run("undo").text.contains(#"rating: ★★★★☆ "good" → none"#))
    #expect(state(run) == before)
    let nothing = run("undo")
    #expect(nothing.status == .notFound && nothing.out.isEmpty)
    #expect(run("redo").status == .success)
    #expect(state(run) == rated)
    #expect(run("redo").status == .success)
    #expect(state(run) == starred)
    #expect(run("redo").notes == "konf: redo: nothing to redo\n")
  }

  @Test("an undone change cannot be redone after a later change")
  func branch() {
    _ = run("rate session1Day1 5")
    _ = run("undo")
    _ = run("star graham")
    #expect(run("redo").status == .notFound)
    #expect(run("undo").text.contains("star: starred → none"))
    #expect(run("redo").text.contains("star: none → starred"))
  }

  @Test("an appointment and its removal can also be undone")
  func appointments() {
    _ = run("add Lunch --at 2015-05-18T12:30 --location Bar")
    let added = state(run)
    _ = run("add lunch --remove")
    #expect(run("undo").text.contains("12:30–13:30, Bar"))
    #expect(state(run) == added)
    #expect(run("undo").text.contains("appointment: Monday 18 May 2015, 12:30–13:30, Bar → none"))
    #expect(run("agenda --json").text == "[]\n")
  }

  @Test("the log lists every change with the former value, newest first")
  func log() throws {
    _ = run("rate session1Day1/2 4")
    _ = run("rate session1Day1/2 5")
    _ = run("undo")
    let output = run("log --json")
    #expect(try output.values("new") == ["5", "4"])
    #expect(try output.values("old") == ["4", "null"])
    #expect(try output.values("undone") == ["true", "false"])
    #expect(run("log").text.contains("★★★★☆ → ★★★★★ · undone"))
    #expect(run("log --exit-status").status == .success)
    #expect(try run.values("id", of: "ratings") == ["session1Day1/2"])
  }

  @Test("changes of another conference are neither listed nor undone")
  func conferences() {
    var run = run
    run.input = Array(SampleConference.json.utf8)
    _ = run("rate d1-saal-1 4 --data -")
    #expect(run("undo").status == .notFound)
    #expect(run("log --json").text == "[]\n")
    #expect(run("undo --data -").status == .success)
    #expect(run("ratings --json --data -").text == "[]\n")
  }

  @Test("an unwritable log loses nothing and undoes nothing")
  func fullDisk() {
    _ = run("rate session1Day1/2 4")
    let before = state(run)
    folder.makeFolder("other")
    folder.link("other/ratings.log", to: "/dev/full")
    var full = run
    full.environment["KONF_HOME"] = "\(folder.path)/other"
    #expect(full("undo").status != .success)
    #expect(state(run) == before)
  }

  @Test(
    "random changes, undos and redos agree with a stack of states",
    arguments: 0..<(BuiltProgram.isLong ? 24 : 2))
  func random(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let ids = ["session1Day1", "session1Day1/1", "session1Day1/2", "session4Day2/2"]
    // What was done and can be taken back, with the states before each; and what can be made again.
    var past: [[String]] = []
    var future: [[String]] = []
    var present = state(run)
    for _ in 0..<40 {
      let id = ids.randomElement(using: &random) ?? ""
      let other = ids.randomElement(using: &random) ?? ""
      let line = [
        "rate \(id) \(Int.random(in: 1...5, using: &random))", "rate \(id) --clear", "star \(id)",
        "star \(id) \(other) --maybe --note x", "unstar \(id)", "note \(id) y",
        "note \(id) --clear",
        "hide \(id)", "hide \(id) --clear", "add A --at 2015-05-18T12:00", "add A --remove", "undo",
        "undo", "undo", "redo", "redo",
      ].randomElement(using: &random)
      let command = line ?? ""
      let bytes = Repository.bytes(of: "\(folder.path)/ratings.log") ?? []
      let output = run(command)
      let isChanged = (Repository.bytes(of: "\(folder.path)/ratings.log") ?? []) != bytes
      let now = state(run)
      switch command {
      case "undo":
        #expect((output.status == .success) == !past.isEmpty, "\(seed)")
        if let last = past.popLast() {
          future.append(present)
          #expect(now == last, "\(seed): undo")
        }
      case "redo":
        #expect((output.status == .success) == !future.isEmpty, "\(seed)")
        if let next = future.popLast() {
          past.append(present)
          #expect(now == next, "\(seed): redo")
        }
      default:
        if isChanged {
          past.append(present)
          future = []
        }
      }
      present = now
    }
    #expect(past.count + future.count > 0)
  }

  /// The name of the remembered schedule that is the default.
  private func standard() throws -> String? {
    let names = try run.values("name", of: "use")
    return zip(names, try run.values("default", of: "use")).first { $1 == "true" }?.0
  }

  @Test("redo after undo restores everything, whatever schedule is shown then")
  func undoThenRedo() throws {
    folder.write(FairSchedule.first, to: "fair.json")
    folder.write(SampleConference.json, to: "sample.json")
    let uses = ["fair", "sample"].map { "use \(folder.path)/\($0).json --name \($0) --force" }
    var (random, count) = (SplitMix64(seed: 5), 0)
    for seed in 0..<(BuiltProgram.isLong ? 100 : 6) {
      var run = run
      run.environment["KONF_HOME"] = "\(folder.path)/home\(seed)"
      for _ in 0..<12 {
        let line =
          (uses + [
            "use fair", "use sample", "use fair --forget", "use sample --forget", "undo", "undo",
            "redo", "star session1Day1", "add A --at 2015-05-18T12:00", "rate session1Day1 4",
          ]).oneElement(using: &random)
        _ = run(line)
        func shown() -> [String] { state(run) + [run("use --json").text, run("log --json").text] }
        let before = shown()
        // The first one after konf use changes nothing.
        guard run("undo").status == .success || run("undo").status == .success else { continue }
        count += 1
        let again = run("redo")
        #expect(again.status == .success, "\(seed): \(line), undo, redo: \(again.notes)")
        #expect(shown() == before, "\(seed): \(line)")
      }
    }
    #expect(count > 10)
  }

  @Test("a forgotten schedule is not shown by undo, and no command fails afterwards")
  func forgotten() throws {
    folder.write(FairSchedule.first, to: "fair.json")
    folder.write(SampleConference.json, to: "sample.json")
    for name in ["fair", "sample"] { _ = run("use \(folder.path)/\(name).json --name \(name)") }
    #expect(run("use fair --forget").notes.contains("konf use FILE --name fair"))
    #expect(run("undo").notes.contains("konf use FILE --name fair"))
    for line in ["now", "use", "log", "doctor"] { #expect(run(line).status == .success, "\(line)") }
    #expect(run("undo").status == .notFound && run("redo").status == .notFound)
    #expect(try standard() == "sample")
  }

  @Test(
    "undo is about marks: after a use, the first one says so, and the next reverts a mark",
    arguments: 0..<(BuiltProgram.isLong ? 100 : 5))
  func uses(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    folder.write(FairSchedule.first, to: "fair.json")
    folder.write(SampleConference.json, to: "sample.json")
    let names = ["fair", "sample"]
    for name in names { _ = run("use \(folder.path)/\(name).json --name \(name)") }
    var marks: [String: [[String]]] = ["fair": [], "sample": []]
    var (present, isAfterUse) = ("sample", true)
    for _ in 0..<20 {
      let line =
        ["use fair", "use sample", "rate 1 1", "rate 1 2", "undo", "undo"].oneElement(
          using: &random)
      let before = state(run)
      switch line {
      case "undo" where isAfterUse:
        let output = run(line)
        #expect(output.status == .notFound && output.notes.contains("konf use "), "\(seed)")
        #expect(state(run) == before, "\(seed)")
        isAfterUse = false
      case "undo":
        guard let former = marks[present]?.popLast() else {
          #expect(run(line).status == .notFound, "\(seed)")
          continue
        }
        #expect(run(line).status == .success, "\(seed)")
        #expect(state(run) == former, "\(seed)")
      case "rate 1 1", "rate 1 2":
        let id = try #require(try run.values("id", of: "talks").first)
        #expect(run("rate \(id) \(line.suffix(1))").status == .success)
        if state(run) != before { marks[present]?.append(before) }
        isAfterUse = isAfterUse && state(run) == before
      default:
        #expect(run(line).status == .success)
        let name = String(line.dropFirst("use ".count))
        if name != present { isAfterUse = true }
        present = name
      }
      #expect(try standard() == present, "\(seed): \(line)")
    }
  }
}
