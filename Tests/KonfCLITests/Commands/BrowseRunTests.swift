import Basics
import Browser
import CommandLine
import KonfCLI
import Schedule
import TerminalScreen
import TestSupport
import Testing

/// The marks that `konf browse` and `konf pick` keep, and those of others that they take in.
@Suite struct BrowseRunTests {
  private let folder = TemporaryFolder()
  private var run: CommandLineRun
  private static let size = ScreenSize(columns: 80, rows: 24)
  private static let start: Int64 = 1_431_939_600

  init() {
    run = CommandLineRun()
    run.environment["KONF_HOME"] = folder.path
    run.environment["TERM"] = "xterm"
    run.terminal = TerminalFacts(outIsTerminal: true)
  }

  /// All that is kept, as commands show it.
  private var state: [String] {
    [
      "ratings --json=id,rating,comment,time", "talks --json=id,star,note,rating",
      "talks --hidden --json=id",
    ].map { run($0).text }
  }

  /// Shows a browser and does something with it.
  private func browse(
    _ line: String = "browse", _ steps: @escaping (inout Browser) -> Int32
  ) -> Output {
    var run = run
    run.browserTerminal = BrowserTerminal(
      prepare: { () throws(Failure) in },
      show: { browser, _ throws(Failure) in
        var browser = browser
        _ = browser.handle(.resized(Self.size, at: Self.start))
        let status = steps(&browser)
        return (browser, status)
      }, write: { _ in }, readLine: { nil }, clock: { Self.start })
    return run(line)
  }

  /// Types characters, a second apart; returns the moment of the last.
  @discardableResult
  private static func type(_ text: String, from moment: Int64 = start, _ browser: inout Browser)
    -> Int64
  {
    var moment = moment
    for character in text {
      moment += 1
      _ = browser.handle(.key(character == "\n" ? .enter : .character(character), at: moment))
    }
    return moment
  }

  private static func rows(_ browser: inout Browser) -> String {
    let frame = browser.frame(size)
    return (0..<size.rows).map(frame.text(ofRow:)).joined(separator: "\n")
  }

  @Test("changes by keys are in the log at once, and a rating has the time of its key")
  func keeping() throws {
    let run = run
    let output = browse { browser in
      Self.type("/graham\n", &browser)
      Self.type(" ", &browser)
      #expect(run("talks --mine").text.contains("★"))
      Self.type("r4", from: Self.start + 600, &browser)
      #expect(run("ratings --json=time").text.contains("2015-05-18T11:10:02+02:00"))
      Self.type("eask about tests\n", from: Self.start + 700, &browser)
      #expect(run("session session4Day2").text.contains("ask about tests"))
      return 0
    }
    #expect(output.status == .success)
    #expect(output.text.isEmpty && output.notes.isEmpty)
  }

  @Test("u and Ctrl-R move between undo steps, and U undoes the whole visit")
  func undoing() {
    _ = run("rate graham 2 --comment before")
    _ = run("star hofele --maybe")
    let before = state
    var states: [[String]] = []
    _ = browse { browser in
      Self.type("/graham\n r5", &browser)
      states.append(state)
      Self.type("x", &browser)
      Self.type("t", &browser)
      Self.type("m", &browser)
      states.append(state)
      Self.type("uu", &browser)
      states.append(state)
      _ = browser.handle(.key(.control("r"), at: Self.start + 50))
      _ = browser.handle(.key(.control("r"), at: Self.start + 51))
      states.append(state)
      Self.type("uuuu", &browser)
      #expect(state == before)
      // What was there before the visit is not the browser's.
      Self.type("u", &browser)
      #expect(state == before)
      #expect(Self.rows(&browser).contains("nothing to undo"))
      #expect(Self.rows(&browser).contains("> 2 "))
      return 0
    }
    #expect(states[0] != before && states[1] != states[0])
    #expect(states[2] == states[0] && states[3] == states[1])
    #expect(state == before)
  }

  @Test("U is one step, which u undoes and Ctrl-R redoes, during the visit and afterwards")
  func undoingTheVisit() {
    _ = run("rate graham 2 --comment before")
    _ = run("star hofele --maybe")
    let before = state
    var changed: [String] = []
    let redo = ScreenEvent.key(.control("r"), at: Self.start + 50)
    _ = browse { browser in
      Self.type("/graham\n r5m", &browser)
      Self.type("exchange\n", from: Self.start + 20, &browser)
      changed = state
      Self.type("U", &browser)
      #expect(state == before)
      Self.type("U", &browser)
      #expect(Self.rows(&browser).contains("you have not changed anything") && state == before)
      Self.type("u", &browser)
      #expect(state == changed && Self.rows(&browser).contains("5✎ "))
      _ = browser.handle(redo)
      #expect(state == before && Self.rows(&browser).contains("> 2 "))
      Self.type("uU", &browser)
      #expect(state == before)
      return 0
    }
    #expect(changed != before)
    #expect(run("undo").status == .success)
    #expect(state == changed)
    #expect(run("redo").status == .success)
    #expect(state == before)
  }

  @Test("U skips changes that another konf made since, and undoes the rest")
  func undoingAmongOthers() {
    let run = run
    _ = browse { browser in
      Self.type("/graham\n r3", &browser)
      _ = run("rate graham 5")
      Self.type("U", from: Self.start + 60, &browser)
      #expect(run("ratings").text.contains("★★★★★"))
      #expect(!run("talks --mine").text.contains("Graham"))
      Self.type("u", from: Self.start + 61, &browser)
      #expect(run("ratings").text.contains("★★★★★"))
      #expect(run("talks --mine").text.contains("Graham"))
      return 0
    }
  }

  @Test("a key is handled while another process holds the log, and works afterwards")
  func busy() throws {
    _ = run("rate graham 2")
    let lock = try HeldLock("\(folder.path)/lock")
    var patient = self
    patient.run.lockWait = .seconds(5)
    _ = patient.browse { browser in
      Self.type("/graham\n", &browser)
      for key in [" ", "r5", "ebring it\n"] {
        let start = ContinuousClock.now
        Self.type(key, &browser)
        #expect(ContinuousClock.now - start < .seconds(1), "\(key)")
        #expect(Self.rows(&browser).contains("another konf process is busy; try again"), "\(key)")
      }
      lock.release()
      // The note was not lost.
      Self.type("\n ", &browser)
      return 0
    }
    #expect(run("session session4Day2").text.contains("bring it"))
    #expect(run("talks --mine").text.contains("Graham"))
  }

  @Test("changes by another konf are shown at the next tick, and c lists their talks")
  func outside() {
    let run = run
    _ = browse { browser in
      Self.type("/graham\n ", &browser)
      _ = run("rate graham 5")
      _ = run("star hofele")
      _ = browser.handle(.outsideChange(at: Self.start + 60))
      #expect(Self.rows(&browser).contains("2 talks changed, 2 starred; press c to see"))
      #expect(Self.rows(&browser).contains("★5"))
      Self.type("c", from: Self.start + 61, &browser)
      let rows = Self.rows(&browser)
      #expect(rows.contains("★5") && rows.contains("Practical WatchKit"))
      // U undoes the star of the visit and nothing of the others.
      Self.type("U", from: Self.start + 62, &browser)
      return 0
    }
    #expect(run("ratings").text.contains("★★★★★"))
    let mine = run("talks --mine").text
    #expect(mine.contains("Höfele") && !mine.contains("Graham"))
  }

  @Test("an entry in the log that changes nothing here is not reported")
  func noNews() {
    let run = run
    _ = browse { browser in
      _ = run("star graham")
      _ = run("undo")
      _ = browser.handle(.outsideChange(at: Self.start + 60))
      #expect(!Self.rows(&browser).contains("changed"))
      return 0
    }
  }

  @Test("c shows a talk that another konf hid, and says so if the change is in no list")
  func outsideHidden() {
    let run = run
    _ = browse { browser in
      _ = run("hide graham")
      _ = browser.handle(.outsideChange(at: Self.start + 60))
      #expect(Self.rows(&browser).contains("1 talk changed; press c to see"))
      Self.type("c", from: Self.start + 61, &browser)
      #expect(Self.rows(&browser).contains("(hidden) Object"))
      return 0
    }
  }

  @Test("a key that marks a talk does not destroy an appointment, and says what it is")
  func appointment() {
    var run = run
    run.terminal = TerminalFacts()
    _ = run("add Lunch --at 2015-05-18T12:00 --location Bar")
    let before = run("agenda --json").text
    _ = browse { browser in
      Self.type("a", &browser)
      #expect(!Self.rows(&browser).contains("Space star"))
      for keys in [" ", "m", "r", "e", "x"] {
        Self.type(keys, from: Self.start + 1, &browser)
        let words = "this is an appointment; only talks have stars, ratings and notes"
        #expect(Self.rows(&browser).contains(words), "\(keys)")
      }
      return 0
    }
    #expect(run("agenda --json").text == before && run("agenda").notes.isEmpty)
    var typed = ["a", "s 1", "r 1 5", "e 1 a note", "x 1", "q"][...]
    var written: [String] = []
    var plain = run
    var terminal = BrowserTerminal.silent
    terminal.readLine = { typed.popFirst() }
    terminal.write = { written += $0 }
    plain.browserTerminal = terminal
    _ = plain("browse --plain")
    #expect(written.count { $0.contains("this is an appointment") } == 4)
    #expect(run("agenda --json").text == before && run("agenda").notes.isEmpty)
  }

  @Test("a failed save is reported, and the change is not shown")
  func failing() {
    folder.write("not a log\n", to: "ratings.log")
    var run = run
    run.environment["KONF_HOME"] = "/proc/nothing"
    let here = BrowseRunTests(run)
    let output = here.browse { browser in
      Self.type("/graham\n ", &browser)
      let rows = Self.rows(&browser)
      #expect(!rows.contains("★"))
      #expect(rows.contains("/proc/nothing"))
      return 0
    }
    #expect(output.status == .success)
  }

  private init(_ run: CommandLineRun) { self.run = run }

  @Test("= shows the command that prints the list, and the command does so")
  func command() {
    let run = run
    _ = browse("browse --day mon") { browser in
      Self.type("/lee\n=", &browser)
      #expect(Self.rows(&browser).contains("konf search lee --day mon"))
      #expect(run("search lee --color never").text.contains("Mike Lee"))
      return 0
    }
    _ = browse("browse --day 2 --location infarm") { browser in
      Self.type("=", &browser)
      #expect(Self.rows(&browser).contains("konf timeline --day 2 --location infarm"))
      return 0
    }
  }

  @Test("konf pick prints the ids of the marked talks, or nothing")
  func picking() {
    let picked = browse("pick") { browser in
      for character in "lee" { _ = browser.handle(.key(.character(character), at: Self.start)) }
      for key: Key in [.tab, .tab] { _ = browser.handle(.key(key, at: Self.start)) }
      guard case .end(let status) = browser.handle(.key(.enter, at: Self.start)) else { return 9 }
      return status
    }
    #expect(picked.status == .success)
    let ids = picked.text.split(separator: "\n").map(String.init)
    #expect(!ids.isEmpty)
    for id in ids { #expect(run("star \(id)").status == .success, "\(id)") }
    let none = browse("pick") { browser in
      guard case .end(let status) = browser.handle(.key(.escape, at: Self.start)) else { return 9 }
      return status
    }
    #expect(none.status == .notFound && none.text.isEmpty)
  }

  @Test("each filter changes the list or is refused", arguments: ["browse", "pick"])
  func filters(command: String) throws {
    _ = run("star graham")
    _ = run("hide hofele")
    let values = [
      "day": "mon", "track": "any", "location": "infarm", "speaker": "lee", "lang": "de",
      "after": "2015-05-19T00:00", "before": "2015-05-18T12:00",
    ]
    func lines(_ options: String) -> [String] {
      var run = run
      var written: [String] = []
      run.drawProgress = { written.append($0) }
      run.browserTerminal = BrowserTerminal(
        prepare: { () throws(Failure) in },
        show: { browser, _ throws(Failure) in (browser, 0) }, write: { written += $0 },
        readLine: { nil }, clock: { Self.start })
      let output = run("\(command) --plain \(options)")
      return written + [output.notes]
    }
    let all = lines("")
    let definition = try #require(CommandTable.konf.definitions.first { $0.name == command })
    for option in definition.options where option.name != "plain" {
      let value = option.placeholder == nil ? "" : try #require(values[option.name])
      #expect(lines("--\(option.name) \(value)") != all, "--\(option.name)")
    }
  }

  @Test("--json prints the changes and the chosen talks")
  func records() {
    let changed = browse("browse --jsonl=id,star --color never") { browser in
      Self.type("/graham\n ", &browser)
      return 0
    }
    let text = changed.text.split(separator: " ").joined()
    #expect(text.contains(#""star":"yes""#) && text.contains("session4Day2"))
    let picked = browse("pick --json=title") { browser in
      for character in "graham" { _ = browser.handle(.key(.character(character), at: Self.start)) }
      guard case .end(let status) = browser.handle(.key(.enter, at: Self.start)) else { return 9 }
      return status
    }
    #expect(picked.text.contains("Object-Oriented Programming"))
  }

  @Test("without a screen, an option for programs is refused", arguments: ["json", "jsonl", "tsv"])
  func noScreen(option: String) {
    var run = run
    run.browserTerminal = .silent
    run.terminal = TerminalFacts()
    let output = run("browse --\(option)")
    #expect(output.status == .usage && output.text.isEmpty)
    #expect(output.notes == "konf: browse: --\(option) needs a screen; use konf talks for a list\n")
  }

  @Test("without a terminal, konf says so")
  func noTerminal() {
    let output = run("browse")
    #expect(output.status == .usage)
    #expect(output.notes.contains("needs a terminal"))
  }
}
