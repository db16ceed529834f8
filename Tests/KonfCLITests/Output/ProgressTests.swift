import CommandLine
import KonfCLI
import TestSupport
import Testing

/// What a terminal shows while a run takes long.
@Suite struct ProgressTests {
  /// What was drawn, and how often a clock was read; each reading advances it by a fifth of a
  /// second.
  private final class Screen {
    var drawn: [String] = []
    var readings = 0
  }

  private let screen = Screen()
  private let end = "\r\u{1B}[K"

  private func run(term: String = "xterm", step: Int = 200) -> CommandLineRun {
    var run = CommandLineRun()
    run.environment["TERM"] = term
    run.terminal = TerminalFacts(errorIsTerminal: true, errorColumns: 60)
    run.elapsed = { [screen] in
      screen.readings += 1
      return .milliseconds(step * screen.readings)
    }
    run.drawProgress = { [screen] in screen.drawn.append($0) }
    let records = (0..<20_000).map { #"{"t_id": "s\#($0)"}"# }.joined(separator: ",")
    run.input = Array("[{\"conference\": \"Fair\"}, \(records)]".utf8)
    return run
  }

  @Test("an import reports how many records it has read, and clears the line at the end")
  func importing() {
    let output = run()("talks --data -")
    #expect(output.status == .success)
    // The first two looks at the clock are within half a second.
    #expect(
      screen.drawn == [8_192, 12_288, 16_384].map {
        "\rreading standard input (360 kB): \($0) records\u{1B}[K"
      } + [end], "\(screen.drawn)")
    var piped = run()
    piped.terminal = TerminalFacts()
    #expect(piped("talks --data -").out == output.out)
  }

  @Test("nothing is drawn in a short run, in a pipe, on a dumb terminal and with --quiet")
  func silent() {
    _ = run(step: 1)("talks --data -")
    _ = run(term: "dumb")("talks --data -")
    _ = run(term: "")("talks --data -")
    _ = run()("talks --data - --quiet")
    var piped = run()
    piped.terminal.errorIsTerminal = false
    _ = piped("talks --data -")
    #expect(screen.drawn == [])
  }

  @Test("updates are a tenth of a second apart")
  func interval() {
    _ = run(step: 450)("talks --data -")
    let count = screen.drawn.count
    screen.drawn = []
    screen.readings = 10
    _ = run(step: 60)("talks --data -")
    #expect(screen.drawn.count < count)
  }

  @Test("a merge reports the current file and the number of rows, with an escaped name")
  func merging() {
    let folder = TemporaryFolder()
    let rows = String(repeating: AudienceRows.few.jsonLines, count: 1_200)
    let path = folder.write(rows, to: "a\u{1B}[2J.jsonl")
    let output = run()(["ratings", "--merge", path, path, path])
    #expect(output.status == .success)
    #expect(screen.drawn.count > 2 && screen.drawn.last == end)
    for text in screen.drawn.dropLast() {
      #expect(text.hasPrefix("\rreading \(folder.path)/a\\u{1b}[2J.jsonl"))
      #expect(text.unicodeScalars.count { $0 == "\u{1B}" } == 1)
      // One column stays free, so that no terminal moves to the next line.
      #expect(text.count <= 1 + 59 + 3)
    }
  }
}
