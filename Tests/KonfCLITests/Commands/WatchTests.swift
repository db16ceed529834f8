import CommandLine
import KonfCLI
import Schedule
import TerminalScreen
import TestSupport
import Testing

/// `konf now --watch`, as a page and as lines in a pipe.
@Suite("konf now --watch") struct WatchTests {
  private let folder = TemporaryFolder()
  private var run: CommandLineRun
  /// Monday 18 May 2015, 11:00 in Berlin.
  private static let start: Int64 = 1_431_939_600

  init() {
    run = CommandLineRun(home: folder.path)
    run.environment["TERM"] = "xterm"
  }

  // MARK: The page

  private static func rows(_ page: inout LivePage, _ size: ScreenSize) -> [String] {
    let frame = page.frame(size)
    return (0..<size.rows).map(frame.text(ofRow:))
  }

  /// Shows the page on a terminal and does something with it.
  private func watch(
    _ line: String = "now --watch", columns: Int = 60, rows: Int = 12,
    _ steps: @escaping (inout LivePage, BrowserTerminal.Options, ScreenSize) -> Void
  ) -> Output {
    var run = run
    run.terminal = TerminalFacts(outIsTerminal: true)
    var terminal = BrowserTerminal.silent
    terminal.showPage = { page, options throws(Failure) in
      var page = page
      let size = ScreenSize(columns: columns, rows: rows)
      _ = page.handle(.resized(size, at: Self.start))
      steps(&page, options, size)
      return 0
    }
    run.browserTerminal = terminal
    return run(line)
  }

  @Test(
    "the page is the answer of konf now, and the last row has the key that leaves",
    arguments: [(20, 2), (33, 5), (60, 12), (80, 24), (100, 30), (300, 8)])
  func page(columns: Int, rows: Int) {
    let output = watch(columns: columns, rows: rows) { page, _, size in
      let lines = run("now --width \(columns)").text.split(
        separator: "\n", omittingEmptySubsequences: false)
      let expected = lines.dropLast().prefix(rows - 1).map(String.init)
      let shown = Self.rows(&page, size)
      #expect(Array(shown.prefix(expected.count)) == expected)
      #expect(shown.last?.hasPrefix(" q quit") ?? false)
      #expect(page.handle(.key(.character("x"), at: Self.start)) == .goOn)
      #expect(page.handle(.key(.character("q"), at: Self.start)) == .end(status: 0))
    }
    #expect(output.status == .success && output.text.isEmpty && output.notes.isEmpty)
  }

  @Test("a minute, a mark of another konf and a newer schedule change the page")
  func changes() throws {
    let bytes = try #require(Repository.bytes(of: "data/uikonf-2015/schedule.json"))
    let older = String(decoding: bytes, as: UTF8.self)
    let newer = older.replacing("World Modeling", with: "Modeling Worlds")
    _ = run("use \(folder.write(older, to: "older.json")) --name ui")
    let file = folder.write(newer, to: "newer.json")
    let output = watch { page, options, size in
      func shows(_ text: String) -> Bool {
        Self.rows(&page, size).contains { $0.contains(text) }
      }
      #expect(page.nextWakeUp(after: Self.start + 7) == Self.start + 60)
      #expect(shows("10 min left") && shows("World Modeling"))
      _ = page.handle(.tick(at: Self.start + 60))
      #expect(shows("9 min left") && !options.hasOutsideChange())
      for (line, text) in [("star session1Day1/2", "★"), ("use \(file)", "Modeling Worlds")] {
        #expect(run(line).status == .success)
        #expect(options.hasOutsideChange() && !shows(text))
        _ = page.handle(.outsideChange(at: Self.start + 61))
        #expect(shows(text) && !options.hasOutsideChange())
      }
    }
    #expect(output.status == .success)
  }

  @Test("a page that is longer than the screen scrolls, and says how much is below")
  func scrolling() {
    _ = watch(rows: 4) { page, _, size in
      #expect(Self.rows(&page, size).last == " q quit  Down 5 more lines")
      let first = Self.rows(&page, size)[0]
      for key in [Key.down, .end, .pageDown, .down] {
        _ = page.handle(.key(key, at: Self.start))
        #expect(Self.rows(&page, size)[0] != first)
      }
      #expect(Self.rows(&page, size).last == " q quit")
      #expect(Self.rows(&page, size)[2].contains("Natasha"))
      _ = page.handle(.key(.home, at: Self.start))
      #expect(Self.rows(&page, size)[0] == first)
    }
  }

  // MARK: Lines

  /// Watches in a pipe for as many waits as there are steps; returns what each wait was preceded by.
  private func append(
    _ line: String, _ steps: ((CommandLineRun) -> Int64)...
  ) -> (parts: [String], output: Output) {
    var run = run
    var parts: [String] = []
    var moment = Self.start
    var rest = steps[...]
    let other = run
    var terminal = BrowserTerminal.silent
    terminal.clock = { moment }
    terminal.append = { output throws(Failure) in parts.append(output.text + output.notes) }
    terminal.wait = { minute, _ in
      guard let step = rest.popFirst() else { return false }
      moment += step(other)
      return true
    }
    run.browserTerminal = terminal
    let output = run(line)
    return (parts, output)
  }

  @Test("in a pipe, only what is new is appended, a complete line for each talk")
  func lines() {
    let (parts, output) = append(
      "now --watch", { _ in 60 }, { _ in 540 }, { _ in 60 },
      { run in
        _ = run("star session2Day1/1")
        return 39 * 60
      })
    let place = "Heimathafen Neukölln"
    #expect(
      parts == [
        "",
        """
        10:00–11:10 · World Modeling · Mike Lee · \(place) · session1Day1/1
        10:00–11:10 · Swift Thinking · Natasha (the Robot) Murashev · \(place) · session1Day1/2

        """, "", "11:10–11:50 · First coffee break · \(place) · break1Day1\n", "",
        """
        11:50–13:00 · ★ Staters Gonna State · Eli Perkins · \(place) · session2Day1/1
        11:50–13:00 · Monads are not Monsters · Junior Bontognali · \(place) · session2Day1/2

        """,
      ])
    #expect(output.status == .success && output.text.isEmpty && output.notes.isEmpty)
  }

  @Test("a mark within the minute is appended at once, and other changes of the log are not")
  func marks() {
    let (parts, _) = append(
      "now --watch",
      { run in
        _ = run("star graham")
        return 1
      },
      { run in
        _ = run("star session1Day1/2")
        return 1
      }, { _ in 1 })
    #expect(parts.count == 4)
    #expect(parts[2].isEmpty)
    #expect(parts[3].contains("★ Swift Thinking"))
  }

  @Test("when the last session ends, a line says so once")
  func nothing() {
    let (parts, _) = append("now --watch --at 2015-05-21T10:00", { _ in 60 }, { _ in 60 })
    #expect(parts.joined().split(separator: "\n").count == 1)
    #expect(parts.joined().hasPrefix("UIKonf 2015 is over; it ended on"))
  }

  @Test("--plain and ACCESSIBLE append spoken lines, also on a terminal")
  func spoken() {
    var test = self
    test.run.terminal = TerminalFacts(outIsTerminal: true)
    let parts = test.append("now --watch --plain --color never").parts
    #expect(
      parts.joined().hasPrefix("10:00 to 11:10, World Modeling, Mike Lee, Heimathafen Neukölln\n"))
    test.run.environment["ACCESSIBLE"] = "1"
    #expect(test.append("now --watch --color never").parts == parts)
  }

  @Test("--jsonl appends an object for each new session; --json and --tsv are refused")
  func data() {
    let parts = append("now --watch --jsonl=title,minutesLeft", { _ in 60 }, { _ in 540 }).parts
    #expect(
      parts == [
        "", "{\"title\":\"First session\",\"minutesLeft\":10}\n", "",
        "{\"title\":\"First coffee break\",\"minutesLeft\":40}\n",
      ])
    for form in ["--json", "--tsv"] {
      let output = run("now --watch \(form)")
      #expect(output.status == .usage && output.notes.contains("--watch and \(form)"))
    }
  }

  @Test("a schedule from standard input is refused, as it cannot be read again")
  func standardInput() {
    let output = run("now --watch --data -")
    #expect(output.status == .usage)
    #expect(output.notes.contains("konf use -"))
  }

  @Test("while the schedule cannot be read, the lines go on, and the reason is said once")
  func unreadable() throws {
    let path = folder.write(SampleConference.json, to: "sample.json")
    let (folder, text) = (folder, SampleConference.json)
    let (parts, output) = append(
      "now --watch --data \(path)",
      { _ in
        _ = folder.write("{", to: "sample.json")
        return 60
      }, { _ in 60 },
      { _ in
        _ = folder.write(text, to: "sample.json")
        return 60
      })
    #expect(parts[2].contains("sample.json"))
    #expect(parts[3].isEmpty && parts[4].isEmpty)
    #expect(output.status == .success)
  }
}
