import Basics
import CommandLine
import KonfCLI
import TestSupport
import Testing

/// Answers that are longer than the screen.
@Suite struct PagingTests {
  private func pager(_ environment: [String: String], rows: Int? = 24) -> String? {
    Paging(
      of: "konf", environment: ["TERM": "xterm"].merging(environment) { $1 },
      terminal: TerminalFacts(outIsTerminal: true, rows: rows)
    )?.command
  }

  @Test("the first variable that is set names the program, and an empty one means none")
  func command() {
    #expect(pager([:]) == "less -FRX")
    #expect(pager(["PAGER": "more"]) == "more")
    #expect(pager(["PAGER": "more", "KONF_PAGER": "less -S"]) == "less -S")
    for none in ["", " ", "cat"] {
      #expect(pager(["PAGER": none]) == nil)
      #expect(pager(["PAGER": "more", "KONF_PAGER": none]) == nil)
    }
    #expect(pager(["TERM": "dumb"]) == nil)
    #expect(pager(["TERM": ""]) == nil)
    #expect(pager([:], rows: nil) == nil)
    #expect(
      Paging(of: "konf", environment: ["TERM": "xterm"], terminal: TerminalFacts(rows: 24)) == nil)
  }

  @Test("an answer that leaves no row for the prompt uses the pager, and any other is written")
  func length() {
    var run = CommandLineRun()
    run.environment["TERM"] = "xterm"
    let lines =
      run("talks --no-pager").text.split(
        separator: "\n", omittingEmptySubsequences: false
      ).count - 1
    for (rows, isPaged) in [(lines, true), (lines + 1, false), (5, true)] {
      run.terminal = TerminalFacts(outIsTerminal: true, rows: rows)
      #expect((run("talks").pager != nil) == isPaged, "\(rows)")
      #expect(run("talks --no-pager").pager == nil)
      #expect(run("speaker nobody").pager == nil)
    }
    run.terminal = TerminalFacts()
    #expect(run("talks").pager == nil)
  }
}

/// The built program on a terminal, as a user has it.
@Suite(
  .enabled(
    if: access("/usr/bin/script", X_OK) == 0 && access("/dev/ptmx", R_OK | W_OK) == 0,
    "there are no terminals to be had"))
struct PagerTests {
  private let folder = TemporaryFolder()
  private let konf: String

  init() throws {
    konf = try #require(BuiltProgram.konf)
  }

  /// Runs konf on a terminal of ten rows; the lines that it shows and the status.
  private func terminal(
    _ line: String, _ variables: String = "", input: String = "/dev/null"
  ) -> (lines: [String], status: Int32) {
    let command =
      "stty rows 10 cols 80; env -i PATH=/usr/bin:/bin LANG=C.UTF-8 TERM=xterm \(variables) "
      + "\(konf) \(line); echo \"status $?\""
    folder.write(command, to: "line.sh")
    let found = BuiltProgram.shell(
      "cd \(folder.path) && script -qec 'sh line.sh' /dev/null <\(input)")
    var lines = found.output.split(separator: "\r\n").map(String.init)
    let status = lines.popLast().flatMap { Int32($0.drop { !$0.isNumber }) }
    return (lines, status ?? -1)
  }

  @Test("a long answer is sent through the program, with colour and the width of the terminal")
  func shown() {
    let shown = terminal("talks", "PAGER='sed s/^/P:/'")
    #expect(shown.status == 0)
    #expect(shown.lines.count > 20 && shown.lines.allSatisfy { $0.hasPrefix("P:") })
    #expect(shown.lines.contains { $0.contains("\u{1B}[1mWorld Modeling\u{1B}[0m") })
    #expect(terminal("--version", "PAGER='sed s/^/P:/'").lines.allSatisfy { !$0.hasPrefix("P:") })
  }

  @Test(
    "without a program it is written at once",
    arguments: [
      ("talks --no-pager", "PAGER='sed s/^/P:/'"), ("talks", "KONF_PAGER= PAGER='sed s/^/P:/'"),
      ("talks", "PAGER=cat"), ("talks", "TERM=dumb PAGER='sed s/^/P:/'"),
      ("talks | cat", "PAGER='sed s/^/P:/'"),
    ])
  func atOnce(line: String, variables: String) {
    let shown = terminal(line, variables)
    #expect(shown.status == 0 && shown.lines.count > 20)
    #expect(shown.lines.allSatisfy { !$0.hasPrefix("P:") })
  }

  @Test("if the program cannot be started, the answer is written")
  func missing() {
    let shown = terminal("talks", "PAGER=no-such-pager")
    #expect(shown.status == 0)
    #expect(shown.lines.contains { $0.contains("no-such-pager") })
    #expect(shown.lines.contains { $0.contains("World Modeling") })
  }

  @Test("quitting it early is not a failure, and a failed run still fails")
  func left() {
    for _ in 1...5 {
      #expect(terminal("help schema", "PAGER=true").status == 0)
      #expect(terminal("talks", "PAGER='head -1'").status == 0)
    }
    folder.write(
      "[\((0..<30).map { #"{"t_id": "s\#($0)", "startTime": "x"}"# }.joined(separator: ","))]",
      to: "bad.json")
    let found = terminal("check bad.json", "PAGER='sed s/^/P:/'")
    #expect(found.status == 1 && found.lines.contains { $0.hasPrefix("P:") })
  }

  @Test("Ctrl-C is passed to the program, and notes precede it")
  func interrupted() {
    let shown = terminal("talks", "PAGER='kill -INT $PPID; sleep 0.1; sed s/^/P:/'")
    #expect(shown.status == 0 && shown.lines.count > 20)
    let long = (0..<12).map { #"{"t_id": "s\#($0)", "startTime": "18-11-00"}"# }
    folder.write("[1, \(long.joined(separator: ","))]", to: "lost.json")
    let lines = terminal("timeline -d lost.json", "PAGER='sed s/^/P:/'").lines
    #expect(lines.first?.contains("found the number 1") == true, "\(lines)")
  }

  @Test("less gets the same options as from git, unless the user sets others")
  func less() {
    #expect(terminal("talks", #"PAGER='echo "[$LESS]"'"#).lines == ["[FRX]"])
    #expect(terminal("talks", #"LESS=S PAGER='echo "[$LESS]"'"#).lines == ["[S]"])
  }
}
