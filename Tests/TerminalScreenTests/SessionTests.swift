// Runs `screen-program` on a pseudoterminal. Whenever the program ends or stops, the terminal must
// be as it was before.
import Basics
import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

/// A running program, its terminal, and the settings of the terminal before the start.
private final class Running {
  let terminal: PseudoTerminal
  let settings: [UInt8]
  /// The process that the user started.
  private(set) var guardian: pid_t = 0
  /// The process that does the work.
  private(set) var worker: pid_t = 0

  init(_ arguments: [String] = [], columns: Int = 60, rows: Int = 12) throws {
    let shell = try #require(BuiltProgram.path(of: "screen-program"))
    terminal = try #require(PseudoTerminal(shell: shell, arguments, columns: columns, rows: rows))
    settings = terminal.firstSettings
    try #require(terminal.wait { self.hasFrame })
    worker = number(0)
    guardian = number(1)
    #expect(terminal.settings != settings)
  }

  private var firstRow: Int {
    (0..<terminal.screen.rows).first { terminal.screen.text(ofRow: $0).hasPrefix("keys ") } ?? 0
  }

  private var hasFrame: Bool {
    terminal.screen.text(ofRow: firstRow + 1).split(separator: " ").count == 4
      && terminal.screen.updates > 0
  }

  /// Returns one of the numbers in the second row.
  private func number(_ place: Int) -> Int32 {
    Int32(terminal.screen.text(ofRow: firstRow + 1).split(separator: " ")[place]) ?? 0
  }

  var status: String { terminal.screen.text(ofRow: firstRow) }

  /// Returns the problem with the terminal after the program ended or stopped, or nil if there is
  /// none.
  func problem(modesSet count: Int = 1, isInline: Bool = false) -> String? {
    // The last bytes may arrive after the report.
    let modes = (isInline ? [] : ["?1049"]) + ["?2004"]
    func isBalanced() -> Bool {
      let changes = terminal.screen.modeChanges
      return modes.allSatisfy { changes["\($0)h"] == count && changes["\($0)l"] == count }
        && changes[">1u"] == count && changes["<u"] == count && changes["?7l"] == count
        && changes["?7h"] == count
    }
    guard terminal.wait(until: isBalanced) else { return "\(terminal.screen.modeChanges)" }
    guard terminal.wait(until: { terminal.settings == settings }) else { return "the settings" }
    return terminal.screen.problems.first
  }
}

@Suite("A session restores the terminal", .serialized)
struct SessionTests {
  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGTRAP, SIGKILL,
  ]

  @Test("It shows frames, and ends with the program's status")
  func ends() throws {
    let running = try Running()
    running.terminal.type("jjj\u{1B}[B\u{1B}[A")
    #expect(running.terminal.wait { running.terminal.screen.text(ofRow: 5) == "> number 3" })
    #expect(running.terminal.screen.cursor.row == 5)
    running.terminal.type("\r")
    #expect(running.terminal.waitForReport("exited") == "exited 3")
    #expect(running.problem() == nil)
  }

  @Test("After a signal to the working process", arguments: signals)
  func workerSignal(number: Int32) throws {
    let running = try Running()
    kill(running.worker, number)
    #expect(running.terminal.waitForReport("signaled") == "signaled \(number)")
    #expect(running.problem() == nil)
  }

  @Test("After a signal to the process that the user started", arguments: signals)
  func guardianSignal(number: Int32) throws {
    let running = try Running()
    kill(running.guardian, number)
    #expect(running.terminal.waitForReport("signaled") == "signaled \(number)")
    #expect(running.terminal.waitForEnd(of: running.worker))
    #expect(running.problem() == nil)
  }

  @Test(
    "After the keys that send a signal, as bytes and as sequences",
    arguments: [("\u{3}", SIGINT), ("\u{1C}", SIGQUIT), ("\u{1B}[99;5u", SIGINT)])
  func keySignal(key: String, number: Int32) throws {
    let running = try Running()
    running.terminal.type(key)
    #expect(running.terminal.waitForReport("signaled") == "signaled \(number)")
    #expect(running.problem() == nil)
  }

  @Test(
    "After a trap, a stack overflow and an abort",
    arguments: [("T", [SIGILL, SIGTRAP]), ("O", [SIGSEGV, SIGBUS]), ("A", [SIGABRT])])
  func crash(key: String, numbers: [Int32]) throws {
    let running = try Running()
    running.terminal.type(key)
    let report = running.terminal.waitForReport("signaled")
    #expect(numbers.contains { report == "signaled \($0)" }, "\(report)")
    // The runtime prints the reason for the trap. The emulator may report its control characters.
    #expect(running.problem().map { $0.hasPrefix("control character") } ?? true)
  }

  @Test("While it is stopped, and after it was continued", arguments: ["\u{1A}", "\u{1B}[122;5u"])
  func stops(key: String) throws {
    let running = try Running()
    for count in 1...3 {
      running.terminal.type(key)
      #expect(running.terminal.waitForReport("stopped") == "stopped \(SIGTSTP)")
      #expect(running.problem(modesSet: count) == nil)
      running.terminal.resize(columns: 50 + count, rows: 10)
      running.terminal.continueJob()
      #expect(running.terminal.wait { running.status.hasSuffix("resumed \(count)") })
      #expect(running.terminal.wait { running.terminal.screen.text(ofRow: 9) == "  number 7" })
      #expect(running.terminal.settings != running.settings)
    }
    running.terminal.type("q")
    #expect(running.terminal.waitForReport("exited") == "exited 0")
    #expect(running.problem(modesSet: 4) == nil)
  }

  @Test("After one process was stopped without being able to notice")
  func stopsWithoutNotice() throws {
    let running = try Running()
    kill(running.worker, SIGSTOP)
    #expect(running.terminal.waitForReport("stopped") == "stopped \(SIGTSTP)")
    #expect(running.problem() == nil)
    running.terminal.continueJob()
    #expect(running.terminal.wait { running.status.hasSuffix("resumed 1") })
    running.terminal.type("q")
    #expect(running.terminal.waitForReport("exited") == "exited 0")
    #expect(running.problem(modesSet: 2) == nil)
  }

  @Test("After a signal that ends it while it is stopped", arguments: [SIGTERM, SIGHUP, SIGKILL])
  func endsWhileStopped(number: Int32) throws {
    let running = try Running()
    running.terminal.type("\u{1A}")
    #expect(running.terminal.waitForReport("stopped") == "stopped \(SIGTSTP)")
    #expect(running.problem() == nil)
    kill(running.guardian, number)
    running.terminal.continueJob()
    #expect(running.terminal.waitForReport("signaled") == "signaled \(number)")
    #expect(running.terminal.waitForEnd(of: running.worker))
    #expect(running.terminal.wait { running.terminal.settings == running.settings })
    let changes = running.terminal.screen.modeChanges
    #expect(running.terminal.wait { running.terminal.screen.isSet("?1049") == false }, "\(changes)")
  }

  @Test("A process whose guardian was killed first ends, and changes nothing")
  func losesItsGuardian() throws {
    let shell = try #require(BuiltProgram.path(of: "screen-program"))
    let terminal = try #require(
      PseudoTerminal(shell: shell, ["--orphan"], columns: 60, rows: 12))
    #expect(terminal.waitForReport("signaled") == "signaled \(SIGKILL)")
    let worker = terminal.screen.text(ofRow: 0).split(separator: " ").last.flatMap { Int32($0) }
    #expect(terminal.waitForEnd(of: try #require(worker)))
    #expect(terminal.screen.modeChanges.isEmpty)
    #expect(terminal.settings == terminal.firstSettings)
  }

  @Test("Both processes end when the terminal disappears", arguments: [[], ["--ignore-hangup"]])
  func vanishes(arguments: [String]) throws {
    let running = try Running(arguments)
    running.terminal.vanish()
    #expect(running.terminal.waitForEnd(of: running.worker))
    #expect(running.terminal.waitForEnd(of: running.guardian))
  }

  @Test("A paste of 1 MB is one key and has no other effect")
  func paste() throws {
    let running = try Running()
    let text = String(repeating: "q\u{1B}[B\u{3}jT", count: 150_000)
    running.terminal.type("\u{1B}[200~\(text.filter { $0 != "\u{3}" })\u{1B}[201~")
    #expect(running.terminal.wait { running.status.hasPrefix("keys 1 pasted ") })
    #expect(running.terminal.screen.text(ofRow: 2) == "> number 0")
    running.terminal.type("q")
    #expect(running.terminal.waitForReport("exited") == "exited 0")
    #expect(running.problem() == nil)
  }

  @Test("After many resizes in a row, the last size is filled")
  func resizes() throws {
    let running = try Running()
    var generator = SplitMix64(seed: 30)
    for _ in 0..<300 {
      running.terminal.resize(
        columns: .random(in: 20...300, using: &generator),
        rows: .random(in: 3...80, using: &generator))
    }
    running.terminal.resize(columns: 44, rows: 9)
    #expect(
      running.terminal.wait {
        running.terminal.screen.text(ofRow: 1).hasSuffix(" 44 9")
          && running.terminal.screen.text(ofRow: 8) == "  number 6"
      })
    running.terminal.type("q")
    #expect(running.terminal.waitForReport("exited") == "exited 0")
    #expect(running.problem() == nil)
  }

  @Test("Below a prompt, the rest of the screen stays, and the output may be a file")
  func inline() throws {
    let folder = TemporaryFolder()
    let output = "\(folder.path)/chosen"
    let running = try Running(["--output", output, "--inline", "5"], rows: 8)
    #expect(running.terminal.screen.modeChanges["?1049h"] == nil)
    running.terminal.type("jj\r")
    #expect(running.terminal.waitForReport("exited") == "exited 3")
    #expect(running.problem(isInline: true) == nil)
    #expect((0..<8).allSatisfy { running.terminal.screen.text(ofRow: $0).isEmpty })
    #expect(running.terminal.screen.cursor.row == 0)
    #expect(
      Repository.bytes(of: output).map { String(decoding: $0, as: UTF8.self) } == "number 2\n")
  }

  @Test("The mouse is used only on request, and never after the program ends")
  func mouse() throws {
    let running = try Running()
    running.terminal.type("\u{1B}[<0;1;6Mj%")
    #expect(running.terminal.wait { running.terminal.screen.isSet("?1006") })
    running.terminal.type("\u{1B}[<0;1;6M\u{1B}[<0;1;6m")
    #expect(running.terminal.wait { running.terminal.screen.text(ofRow: 5) == "> number 3" })
    running.terminal.type("\u{1A}")
    #expect(running.terminal.waitForReport("stopped") == "stopped \(SIGTSTP)")
    #expect(running.terminal.wait { !running.terminal.screen.isSet("?1000") })
    running.terminal.continueJob()
    #expect(running.terminal.wait { running.terminal.screen.isSet("?1000") })
    kill(running.worker, SIGKILL)
    #expect(running.terminal.waitForReport("signaled") == "signaled \(SIGKILL)")
    #expect(running.problem(modesSet: 2) == nil)
    for mode in ["?1000", "?1006"] { #expect(!running.terminal.screen.isSet(mode)) }
  }

  @Test("Text is copied to the clipboard")
  func copies() throws {
    let running = try Running()
    running.terminal.type("jy")
    #expect(running.terminal.wait { running.terminal.screen.clipboard == ["bnVtYmVyIDE="] })
  }
}
