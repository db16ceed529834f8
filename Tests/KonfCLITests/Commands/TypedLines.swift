import Basics
import CommandLine
import KonfCLI
import Schedule
import TestSupport
import Testing

/// A line of a command, for the tests that hold for all commands.
struct TypedLine: CustomTestStringConvertible {
  let command: String
  /// The words; `@` is a folder with `old.json`, `new.json`, `rows.jsonl` and the data folder.
  let line: String
  /// Whether the schedule is the built-in one instead of an invented one with many scripts.
  var isBuiltIn = false
  /// Whether the answer is laid out for the width of a terminal; a file for other programs is not.
  var isLaidOut = true

  init(_ command: String, _ line: String, isBuiltIn: Bool = false, isLaidOut: Bool = true) {
    self.command = command
    self.line = line
    self.isBuiltIn = isBuiltIn
    self.isLaidOut = isLaidOut
  }

  var testDescription: String { "konf \(line)" }

  /// The lines, at least one for each command.
  static let all = [
    TypedLine("overview", ""),
    TypedLine("now", "now"),
    TypedLine("next", "next --in 3h"),
    TypedLine("search", "search consensus"),
    TypedLine("timeline", "timeline"),
    TypedLine("timeline", "timeline --grid"),
    TypedLine("talks", "talks"),
    TypedLine("session", "session d1-blau-1"),
    TypedLine("speakers", "speakers"),
    TypedLine("speaker", "speaker zoe"),
    TypedLine("organizers", "organizers", isBuiltIn: true),
    TypedLine("locations", "locations"),
    TypedLine("location", "location saal"),
    TypedLine("tracks", "tracks"),
    TypedLine("days", "days"),
    TypedLine("conference", "conference"),
    TypedLine("rate", "rate d1-saal-1 4 --comment good"),
    TypedLine("star", "star d1-saal-1 --maybe --note good"),
    TypedLine("unstar", "unstar d1-saal-1"),
    TypedLine("note", "note d1-saal-1 good"),
    TypedLine("hide", "hide d1-saal-1"),
    TypedLine("add", "add lunch --at 12:00 --location bar"),
    TypedLine("undo", "undo"),
    TypedLine("redo", "redo"),
    TypedLine("log", "log"),
    TypedLine("agenda", "agenda --fill"),
    TypedLine("plan", "plan"),
    TypedLine("ratings", "ratings"),
    TypedLine("ratings", "ratings --merge @/rows.jsonl", isBuiltIn: true),
    TypedLine("ratings", "ratings --merge @/rows.jsonl --stats", isBuiltIn: true),
    TypedLine("ratings", "ratings --merge @/rows.jsonl --heat", isBuiltIn: true),
    TypedLine("export", "export --as csv", isLaidOut: false),
    TypedLine("browse", "browse --plain", isLaidOut: false),
    TypedLine("pick", "pick --plain", isLaidOut: false),
    TypedLine("use", "use"),
    TypedLine("use", "use @/old.json --name fair"),
    TypedLine("diff", "diff @/old.json @/new.json --all"),
    TypedLine("check", "check"),
    TypedLine("entities", "entities"),
    TypedLine("entities", "entities all"),
    TypedLine("sync", "sync @/shared --name phone"),
    TypedLine("friends", "friends"),
    TypedLine("diary", "diary --at 2016-03-28"),
    TypedLine("friends", "friends add ada @/stars"),
    TypedLine("doctor", "doctor"),
    TypedLine("help", "help"),
    TypedLine("help", "help ratings"),
    TypedLine("version", "--version"),
  ]
}

/// The files that the lines of all commands read, and their runs.
struct CommandLineRuns {
  private let folder = TemporaryFolder()
  private var run = CommandLineRun()

  init(_ line: TypedLine) {
    run.environment["KONF_HOME"] = folder.path
    run.browserTerminal = .silent
    if !line.isBuiltIn {
      run.environment["KONF_DATA"] = folder.write(SampleConference.json, to: "sample.json")
      run.now = Instant(secondsSince1970: 1_458_985_500)  // 2016-03-26T10:45+01:00
    }
    folder.write(FrabConference.json, to: "old.json")
    folder.write(FrabConference.nextJSON, to: "new.json")
    folder.write(AudienceRows.few.jsonLines, to: "rows.jsonl")
    folder.write("d1-saal-1\n", to: "stars")
    folder.makeFolder("shared")
    if line.line == "friends" {
      _ = run(["friends", "add", "ada", "\(folder.path)/stars"])
    }
    if ["ratings", "undo", "redo", "log"].contains(line.command) {
      _ = run("rate d1-saal-1 4 --comment good")
    }
    if ["agenda", "diary", "plan"].contains(line.command) {
      for mark in ["star d1-saal-1 d1-blau-1 --note good", "add lunch --at 2016-03-26T12:00"] {
        _ = run(mark)
      }
    }
  }

  /// The bytes of the log.
  var log: [UInt8]? { Repository.bytes(of: "\(folder.path)/ratings.log") }

  func callAsFunction(_ line: TypedLine, _ options: String = "") -> Output {
    // A line runs several times, and each time there is something to take back or to make again.
    if line.command == "undo" { _ = run("redo") }
    if line.command == "redo" { _ = run("undo") }
    return run("\(line.line.replacing("@", with: folder.path)) \(options)")
  }
}

@Suite struct CommandLineTests {
  @Test("every command has a line that the tests of all commands run")
  func complete() {
    let names = Set(TypedLine.all.map(\.command))
    #expect(names == Set(CommandTable.konf.commandNames + ["overview", "version"]))
  }

  @Test("no two commands share a name or a synonym")
  func synonyms() {
    let commands = CommandTable.konf.groups.flatMap(\.commands)
    let words = commands.flatMap { [$0.name] + $0.synonyms + $0.shortcuts.keys }
    #expect(Set(words).count == words.count)
    #expect(words.count > commands.count)
  }

  @Test(
    "no line of text exceeds any width or ends with spaces",
    arguments: TypedLine.all.filter(\.isLaidOut))
  func widths(line: TypedLine) {
    let runs = CommandLineRuns(line)
    for width in AnswerWidths.some(for: line.line) {
      let output = runs(line, "--width \(width)")
      #expect([.success, .notFound].contains(output.status), "\(output.notes)")
      #expect(!output.text.isEmpty, "at \(width)")
      for text in output.text.split(separator: "\n") {
        #expect(
          text.isAddressAlone || DisplayWidth.of(String(text)) <= width, "at \(width): \(text)")
        #expect(!text.hasSuffix(" "), "at \(width): \(text)")
      }
    }
  }

  @Test(
    "a run reports a change as saved exactly if it appended to the log",
    arguments: TypedLine.all)
  func keptChanges(line: TypedLine) {
    let runs = CommandLineRuns(line)
    // What is undone or made again first is another change.
    if ["undo", "redo"].contains(line.command) { return #expect(runs(line).isChangeKept) }
    let log = runs.log
    let output = runs(line)
    #expect(output.isChangeKept || runs.log == log, "\(output.notes)")
    // To take off what is not there is done as well.
    #expect(!output.isChangeKept || runs.log != log || line.command == "unstar")
  }

  @Test("only the list of commands and the commands name a command")
  func knownInOnePlace() throws {
    let types = Set(CommandTable.konf.groups.flatMap { $0.commands.map { "\($0)" } })
    let quoted = CommandTable.konf.commandNames.map { "\"\($0)\"" }
    // The files of the commands, `konf use` in several, and what konf does without a command.
    let own = types.union(["CommandTable", "OverviewCommand", "ScheduleUse"])
    for path in Repository.foldersOfKonf {
      for file in TemporaryFolder.names(in: "\(Repository.root)/\(path)")
      where file.hasSuffix(".swift") && !own.contains(String(file.prefix { !".+".contains($0) })) {
        let bytes = try #require(Repository.bytes(of: "\(path)/\(file)"))
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
          // Few lines have what is searched for in earnest then.
          let words = line.utf8.split { $0 < ASCII.zero || !ASCII.isWord($0) }.map { String($0) }
          let isFree = words.allSatisfy { !types.contains($0 ?? "") } || line.contains("///")
          #expect(isFree, "\(file): \(line)")
          guard line.utf8.contains(ASCII.quote) else { continue }
          let compares = ["case ", "== ", "!= "].contains { sign in
            quoted.contains { line.contains(sign + $0) }
          }
          #expect(!compares, "\(file): \(line)")
        }
      }
    }
  }
}
