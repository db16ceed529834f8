import CommandLine
import KonfCLI
import TestSupport
import Testing

@Suite("Browsing in plain lines")
struct BrowsePlainTests {
  private let folder = TemporaryFolder()
  private var run = CommandLineRun()
  private static let start: Int64 = 1_431_939_600

  init() {
    run.environment["KONF_HOME"] = folder.path
    run.environment["TERM"] = "xterm"
    run.terminal = TerminalFacts(outIsTerminal: true)
  }

  @Test("plain lines need no terminal")
  func plain() {
    var run = run
    var typed = ["/ graham", "s 1", "r 1 4", "q", "never read"][...]
    var written: [String] = []
    run.browserTerminal = BrowserTerminal(
      prepare: { () throws(Failure) in Issue.record("the terminal was taken") },
      show: { browser, _ throws(Failure) in
        Issue.record("a screen was shown")
        return (browser, 1)
      }, write: { written += $0 }, readLine: { typed.popFirst() }, clock: { Self.start + 60 })
    #expect(run("browse --plain").status == .success)
    #expect(typed == ["never read"])
    #expect(written.contains { $0.hasPrefix("rated 4: ") })
    #expect(run("talks --mine").text.contains("Graham Lee"))
    for variables in [["ACCESSIBLE": "1"], ["TERM": "dumb"]] {
      run.environment.merge(variables) { $1 }
      typed = ["q"]
      #expect(run("browse").status == .success)
    }
  }

  @Test("plain lines report changes by other processes once, and list them after c")
  func plainNews() {
    var run = run
    let other = run
    var typed = ["/ graham", "s 1", "=", "c", "q"][...]
    var answers: [[String]] = []
    run.browserTerminal = BrowserTerminal(
      prepare: { () throws(Failure) in },
      show: { browser, _ throws(Failure) in (browser, 1) }, write: { answers.append($0) },
      readLine: {
        if typed.first == "s 1" { #expect(other("star hofele").status == .success) }
        return typed.popFirst()
      }, clock: { Self.start + 60 })
    #expect(run("browse --plain").status == .success)
    let news = "1 talk changed, 1 starred; press c to see"
    #expect(answers.count == 6 && answers[2].count == 2, "\(answers)")
    #expect(answers.filter { $0.contains(news) } == [answers[2]], "\(answers)")
    #expect(answers[4].contains { $0.contains("Höfele") && $0.hasSuffix(", starred") })
  }
}
