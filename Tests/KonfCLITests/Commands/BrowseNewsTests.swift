import Basics
import Browser
import CommandLine
import KonfCLI
import Schedule
import TerminalScreen
import TestSupport
import Testing

/// What `konf browse` shows of the changes that another konf makes meanwhile.
@Suite struct BrowseNewsTests: FairHomeSuite {
  let fair = FairHome()
  /// The lines of progress that a run draws.
  private final class Drawn {
    var lines: [String] = []
  }

  private static let size = ScreenSize(columns: 80, rows: 24)
  private static let start: Int64 = 1_461_492_000

  /// Shows a browser of the first version of the fair and does something with it.
  private func browse(
    drawingTo drawn: Drawn = Drawn(),
    _ steps: @escaping (inout Browser, BrowserTerminal.Options) -> Void
  ) {
    _ = use("use @/first.json --name fair")
    var run = run
    run.environment["TERM"] = "xterm"
    run.terminal = TerminalFacts(outIsTerminal: true, errorIsTerminal: true)
    run.drawProgress = { drawn.lines.append($0) }
    // Each line of progress is due at once.
    var seconds: Int64 = 0
    run.elapsed = {
      seconds += 1
      return .seconds(seconds)
    }
    var terminal = BrowserTerminal.silent
    terminal.show = { browser, options throws(Failure) in
      var browser = browser
      _ = browser.handle(.resized(Self.size, at: Self.start))
      steps(&browser, options)
      return (browser, 0)
    }
    run.browserTerminal = terminal
    let output = run("browse")
    #expect(output.status == .success, "\(output.notes)")
  }

  private static func rows(_ browser: inout Browser) -> String {
    let frame = browser.frame(size)
    return (0..<size.rows).map(frame.text(ofRow:)).joined(separator: "\n")
  }

  private static func type(_ text: String, _ browser: inout Browser) {
    for character in text {
      _ = browser.handle(.key(character == "\n" ? .enter : .character(character), at: start + 60))
    }
  }

  @Test("no progress is drawn over the screen while a newer version is read")
  func progress() {
    let drawn = Drawn()
    browse(drawingTo: drawn) { browser, _ in
      #expect(drawn.lines.contains { $0.contains("reading") }, "\(drawn.lines)")
      #expect(drawn.lines.last == "\r\u{1B}[K", "\(drawn.lines)")
      drawn.lines = []
      _ = use("use @/second.json")
      _ = browser.handle(.outsideChange(at: Self.start + 60))
      Self.type("c", &browser)
      #expect(Self.rows(&browser).contains("Cheese"))
      #expect(drawn.lines.isEmpty, "\(drawn.lines)")
    }
  }

  @Test("the footer counts the talks that konf use counts and that c lists")
  func count() throws {
    _ = use("use @/first.json --name fair")
    try star(FairSchedule.mail, FairSchedule.trains)
    // The talk with only a new abstract does not count.
    folder.write(
      FairSchedule.second.replacing("\"abstract\": \"\"", with: "\"abstract\": \"new\""),
      to: "third.json")
    browse { browser, _ in
      #expect(use("use @/third.json").text.hasPrefix("fair   1 added, 1 cancelled, 1 moved\n"))
      _ = browser.handle(.outsideChange(at: Self.start + 60))
      let words = "3 talks changed, 1 cancelled, 2 starred; press c to see"
      #expect(Self.rows(&browser).contains(words), "\(Self.rows(&browser))")
      Self.type("c", &browser)
      #expect(Self.rows(&browser).contains("changed  2 of 3"), "\(Self.rows(&browser))")
    }
  }

  @Test("a mark of another konf is drawn at once, and c lists its talk even after Space")
  func marks() {
    browse { browser, options in
      #expect(run("star \(FairSchedule.gardens.id)").status == .success)
      #expect(options.hasOutsideChange())
      _ = browser.handle(.outsideChange(at: Self.start + 60))
      let rows = Self.rows(&browser)
      #expect(rows.contains("★") && rows.contains("Mine 1"), "\(rows)")
      #expect(rows.contains("1 talk changed, 1 starred; press c to see"), "\(rows)")
      #expect(!options.hasOutsideChange())
      Self.type("G ", &browser)
      #expect(Self.rows(&browser).contains("Mine 0"), "\(Self.rows(&browser))")
      Self.type("c", &browser)
      #expect(Self.rows(&browser).contains("changed  1 of 3"), "\(Self.rows(&browser))")
      // U restores the star of the other konf, which preceded the change of the visit.
      Self.type("U", &browser)
      #expect(Self.rows(&browser).contains("★"), "\(Self.rows(&browser))")
    }
  }
}
