import Basics
import CommandLine
import KonfCLI
import TestSupport
import Testing

/// The built program in a shell: streams, signals and what a process starts with.
@Suite struct ProgramTests {
  private let folder = TemporaryFolder()
  private let konf: String

  init() throws {
    konf = try #require(BuiltProgram.konf)
  }

  /// Runs a line in which `konf` is the program with an empty environment, and its folder @.
  private func shell(_ line: String) -> (output: String, status: Int32) {
    BuiltProgram.shell("cd \(folder.path) && konf() { env -i \(konf) \"$@\"; }; \(line)")
  }

  private func file(_ name: String) -> String {
    String(decoding: Repository.bytes(of: "\(folder.path)/\(name)") ?? [], as: UTF8.self)
  }

  @Test("the program's output matches the tests, with an empty environment")
  func same() {
    for line in ["timeline", "talks --json", "speaker lee", "help rate", "--version", "nonsense"] {
      let whole = "\(line) --at 2015-05-18T11:00"
      var run = CommandLineRun()
      run.environment = [:]
      let expected = run(whole)
      let found = shell("konf \(whole) 2>notes")
      #expect(found.output == expected.text, "\(line)")
      #expect(file("notes") == expected.notes, "\(line)")
      #expect(found.status == expected.status.rawValue, "\(line)")
    }
  }

  @Test("konf by itself neither prompts nor waits")
  func alone() {
    #expect(shell("konf </dev/null").status == 0)
    #expect(shell("konf <&-").output.hasPrefix("UIKonf 2015"))
  }

  @Test("a reader that closes the pipe ends it silently")
  func head() {
    #expect(shell("konf timeline 2>notes | head -1").output == "UIKonf 2015 * Europe/Berlin\n")
    #expect(file("notes") == "")
    // The first process writes until the reader has gone.
    let gone = "(trap '' PIPE; while printf x; do :; done) 2>/dev/null"
    _ = shell("{ \(gone); env -i \(konf) timeline 2>notes; echo $? >status; } | true")
    #expect(file("notes") == "")
    #expect(file("status") == "141\n")
  }

  @Test(
    "an answer that cannot be written is a failure",
    arguments: [
      (">/dev/full", "no space left on device"), (">&-", "closed"),
    ])
  func notWritten(redirection: String, reason: String) {
    if redirection.contains("/dev/full"), access("/dev/full", W_OK) != 0 { return }
    for line in ["timeline", "talks --json", "help", "--version", "help schema"] {
      #expect(shell("konf \(line) \(redirection) 2>notes").status == 74, "\(line)")
      #expect(
        file("notes") == "konf: standard output: \(reason); the output is incomplete\n", "\(line)")
    }
  }

  @Test(
    "each command that makes a change reports it as saved if only the answer is unwritable",
    arguments: [
      (">/dev/full", "no space left on device"), (">&-", "closed"),
    ])
  func keptButNotWritten(redirection: String, reason: String) {
    if redirection.contains("/dev/full"), access("/dev/full", W_OK) != 0 { return }
    folder.write(FairSchedule.first, to: "fair.json")
    for line in [
      "rate hofele 4", "star hofele", "unstar hofele", "note hofele later", "hide hofele",
      "add Lunch --at 2015-05-18T12:00", "undo", "redo", "add lunch --remove",
      "use fair.json --name fair", "use fair --forget", "doctor --repair",
    ] {
      if line.hasPrefix("doctor") { _ = shell("printf 'damage\\n' >>h/ratings.log") }
      let log = file("h/ratings.log")
      #expect(shell("konf \(line) --home h \(redirection) 2>notes").status == 76, "\(line)")
      #expect(
        file("notes").hasSuffix(
          "konf: standard output: \(reason); the output is incomplete; "
            + "the change was saved, so do not run the command again\n"), "\(line)")
      #expect(file("h/ratings.log") != log, "\(line)")
    }
    // What changes nothing has lost nothing but its answer.
    for line in ["log", "use", "doctor"] {
      #expect(shell("konf \(line) --home h \(redirection) 2>notes").status == 74, "\(line)")
    }
  }

  @Test(
    "Ctrl-C ends it silently with 130, even while it waits for its input",
    .enabled(if: BuiltProgram.shell("command -v timeout").status == 0))
  func interrupted() {
    let found = shell(
      "mkfifo pipe; timeout --preserve-status -s INT 0.5 env -i \(konf) talks --data - <>pipe 2>notes"
    )
    #expect(found.status == 130)
    #expect(found.output.isEmpty && file("notes").isEmpty)
  }

  @Test("an error has at most five lines on the standard error, each with the program's name")
  func errors() {
    for line in [
      "nonsense", "timelin", "--jsn", "--color blue", "rate", "rate xyz 5", "rate session1Day1 -1",
      "talks --day 2019-01-01", "talks --data none.json", "use xyz", "add x --at 25:00", "diff",
      "star sessions", "check none.json", "timeline --json=nonsense", "help nonsense", "undo",
    ] {
      let found = shell("konf \(line) --home h 2>notes")
      let notes = file("notes").split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(found.status != 0 && found.output.isEmpty, "\(line)")
      #expect((1...5).contains(notes.count), "\(line): \(notes)")
      for note in notes { #expect(note.hasPrefix("konf: ") || note.hasPrefix("  "), "\(note)") }
    }
  }

  @Test("help is on the standard output, with status 0 and no messages")
  func help() {
    for line in ["--help", "-h", "help", "help rate", "rate --help", "help exit-codes"] {
      let found = shell("konf \(line) 2>notes")
      #expect(found.status == 0 && !found.output.isEmpty && file("notes").isEmpty, "\(line)")
    }
    let version = shell("konf --version 2>notes")
    #expect(version.status == 0 && version.output.contains(#/^konf \d+\.\d+\.\d+/#))
  }

  @Test("in a pipe an answer has 80 columns, and neither colour, links, isolates nor a pager")
  func pipe() {
    let found = shell("TERM=xterm konf timeline | cat")
    #expect(found.output.utf8.allSatisfy { $0 != 0x1B })
    #expect(found.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(!found.output.unicodeScalars.contains { ("\u{2066}"..."\u{2069}").contains($0) })
  }

  @Test("a closed output does not affect a run that writes nothing to it")
  func nothingToWrite() {
    #expect(shell("konf nonsense >&- 2>notes").status == 64)
    #expect(file("notes").hasPrefix("konf: unknown command"))
    #expect(shell("konf nonsense 2>&-").status == 64)
  }

  @Test("a schedule can be read from the standard input, and a closed one is reported")
  func input() {
    folder.write("[{\"t_id\": \"a\", \"startTime\": \"18-10-00\"}]", to: "a.json")
    #expect(shell("konf session a --data - --json <a.json").output.hasPrefix("[{\"id\":\"a\","))
    #expect(shell("cat a.json | konf session a --data - --json").status == 0)
    #expect(shell("konf talks --data - <&- 2>&1").output == "konf: standard input: closed\n")
    #expect(shell("konf talks --data - <&-").status == 66)
  }

  @Test("an argument that is not UTF-8 is refused")
  func undecodable() {
    let found = shell("konf speaker \"$(printf 'a\\377')\" 2>&1")
    #expect(
      found.output == #"konf: argument 2: "a\xff" is not valid UTF-8"# + "\n")
    #expect(found.status == 64)
  }

  @Test("without HOME a rating cannot be saved, and everything else works")
  func noHome() {
    let found = shell("konf rate session1Day1 5 2>&1")
    #expect(found.status == 73)
    #expect(
      found.output
        == "konf: rate: no data folder for ratings; set --home, KONF_HOME or HOME\n")
    #expect(shell("konf ratings").output == "0 of 18 talks rated\n")
  }

  @Test(
    "a full disk in the middle of a rating loses nothing",
    .disabled(
      if: BuiltProgram.isSanitized, "a sanitizer's own files are larger than the limit allows"))
  func fullDisk() {
    #expect(shell("konf rate session1Day1 5 --home h --comment first").status == 0)
    let log = file("h/ratings.log")
    let long = String(repeating: "long ", count: 1_000)
    let found = shell("ulimit -f 1; konf rate hofele 4 --home h --comment '\(long)' 2>&1")
    #expect(found.status == 74)
    #expect(
      found.output
        == "konf: rate: nothing was changed: h/ratings.log: cannot be written: file too large\n")
    #expect(file("h/ratings.log") == log)
    #expect(shell("konf ratings --home h").output.hasSuffix("2 of 18 talks rated\n"))
  }

  @Test("many simultaneous ratings wait for one another and lose nothing")
  func manyAtOnce() {
    let rates = (1...8).map { "konf rate session1Day1/1 5 --comment \($0) --home h &" }
    _ = shell("konf rate hofele 5 --home h; \(rates.joined(separator: " ")) wait")
    // Nine ratings, and a line for each time that a run did not know yet when and where the talk is.
    let kinds = file("h/ratings.log").split(separator: "\n").map { $0.split(separator: "\t")[5] }
    #expect(kinds.count { $0 == "rating" } == 9)
    #expect(Set(kinds) == ["rating", "talk"])
    #expect(shell("konf ratings --home h").output.hasSuffix("2 of 18 talks rated\n"))
  }
}
