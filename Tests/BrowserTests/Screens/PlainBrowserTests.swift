import Browser
import ECSKit
import Schedule
import TestSupport
import Testing

@Suite("The browser in plain lines")
struct PlainBrowserTests {
  private let marks: RememberedMarks
  private var plain: PlainBrowser
  private let now = InventedConference.now

  init() {
    let conference = InventedConference()
    marks = RememberedMarks(conference)
    plain = PlainBrowser(
      Browser(
        conference.schedule, conference.clocks, .spoken, marks.keeping,
        now: Instant(secondsSince1970: now)))
  }

  @Test("a conversation with all commands matches the reviewed one")
  mutating func conversation() {
    var text = plain.lines().joined(separator: "\n") + "\n"
    for line in [
      "s 2", "m 3", "r 2 4", "e 2 bring the board", "", "-", "2", "b", "/ risc", "1", "1", "b", "b",
      "b",
      "f", "track 3", "1", "b", "a", "d 2", "w 1", "b", "r 1", "3", "e 1", "", "x 1", "1", "X", "b",
      "u",
      "R", "U", "=", "zzz", "99", "y 1", "1", "v", "?", "undo", "b",
    ] {
      let answer = plain.answer(line, at: now)
      text += "> \(line)\n" + answer.lines.map { "\($0)\n" }.joined()
    }
    #expect(plain.answer("q", at: now).status == 0)
    #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" })
    let snapshot = Snapshot("plain-mode", in: "Tests/BrowserTests/Snapshots")
    if let problem = snapshot.problem(with: text) { Issue.record("\(problem)") }
  }

  @Test("a line names only typable keys, and describes them correctly")
  mutating func messages() {
    for (line, message) in [
      ("/ zzz", "Nothing matches. Press b to go back"),
      ("a", "Your agenda is empty. Press b to go back"),
    ] {
      #expect(plain.answer(line, at: now).lines.contains(message))
      #expect(plain.answer("b", at: now).lines.contains { $0.hasPrefix("1. ") })
    }
  }

  /// A state, and how to get there.
  struct State: CustomTestStringConvertible {
    var lines: [String] = []
    var days = 2
    var isPicking = false
    var hasNews = false

    var testDescription: String {
      "\(lines) days \(days)\(isPicking ? " picking" : "")\(hasNews ? " with news" : "")"
    }

    static let all: [State] =
      [
        [], [""], ["/ risc"], ["/ zzz"], ["a"], ["s 1", "a"], ["P"], ["1"], ["1", "1"], ["f"],
        ["f", "track"], ["f", "zzz"], ["r 1"], ["e 1"], ["x 1"], ["x 1", "1"], ["x 1", "1", "X"],
        ["s 1"], ["s 1", "u"], ["d 2"], ["w 1"], ["y 1"], ["p 1"], ["-", "-", "1"],
      ].flatMap { lines in [false, true].map { State(lines: lines, hasNews: $0) } } + [
        State(days: 0), State(lines: ["a"], days: 0), State(isPicking: true),
        State(lines: [""], isPicking: true), State(lines: ["zzz"], isPicking: true),
      ]

    typealias Answer = (lines: [String], status: Int32?, before: [String], after: [String])

    /// Types a line in this state; returns the answer, and the lines and the marks around it.
    func typing(_ line: String) -> Answer { typing([line])[0] }

    /// Types lines one after the other in this state.
    func typing(_ typed: [String]) -> [Answer] {
      let conference = InventedConference(days: days)
      let marks = RememberedMarks(conference)
      let now = InventedConference.now
      // The browser does not retain the marks.
      return withExtendedLifetime(marks) {
        var plain = PlainBrowser(
          Browser(
            conference.schedule, conference.clocks, .spoken, marks.keeping, picking: isPicking,
            now: Instant(secondsSince1970: now)))
        _ = plain.lines()
        for line in lines { _ = plain.answer(line, at: now) }
        if hasNews {
          marks.news = BrowserNews(talks: ["t402"], mine: 0)
          plain.handleOutsideChange(at: now)
        }
        // Removes the message of the last answer.
        _ = plain.answer("?", at: now)
        return typed.map { line in
          let before = plain.lines() + marks.log
          let (lines, status) = plain.answer(line, at: now)
          _ = plain.answer("?", at: now)
          return (lines, status, before, plain.lines() + marks.log)
        }
      }
    }
  }

  private static let useless = [
    "unknown command", "nothing to", "no line", "no talk is", "no other konf", "you have not",
    "this is the", "no speakers", "its time is", "no choice", "type d",
  ]

  @Test("each word of ? has an effect in its state", arguments: State.all)
  func help(state: State) {
    let help = state.typing("?").lines
    #expect(help.last == "q: leaves konf")
    for line in help {
      let word = line.prefix { $0 != ":" }
      let typed =
        word.contains("number")
        ? "1" : word == "Enter" ? "" : word.contains("words") ? "/ kernel" : String(word)
      for typed in typed == "b or Enter" ? ["b", ""] : [typed] {
        let (lines, status, _, _) = state.typing(typed)
        #expect(status == 0 || status == 1 || !lines.isEmpty, "\(line)")
        for text in lines {
          #expect(!Self.useless.contains { text.hasPrefix($0) }, "\(line): \(text)")
          #expect(!["Esc", "Space", "Ctrl"].contains(where: text.contains), "\(text)")
        }
      }
    }
    #expect(state.typing("q").status == (state.isPicking ? 1 : 0))
  }

  @Test("the help names keys that voices skip or do not tell apart")
  mutating func namedKeys() {
    _ = plain.lines()
    _ = plain.answer("", at: now)
    let help = plain.answer("?", at: now).lines
    #expect(help.contains("-: the minus sign shows the previous lines"), "\(help)")
    #expect(help.contains("P: capital P, a plan without clashes, like konf plan"), "\(help)")
    #expect(plain.hint.hasPrefix("Type ? (the question mark) and Enter"))
  }

  @Test("a word that ? does not list has no effect in its state", arguments: State.all)
  func unlisted(state: State) {
    let listed = state.typing("?").lines.map { $0.prefix { $0 != ":" } }
    let isText = listed.contains { $0 == "words" || $0 == "any text" }
    let hasNumbers = listed.contains { $0.contains("number") }
    var words: Set = ["?"]
    for line in listed where !line.contains("number") {
      words.formUnion(line.split(separator: " ").prefix(1).map(String.init))
    }
    let characters = (0x21...0x7E).compactMap { Unicode.Scalar($0).map { String($0) } }
    var typed: [String] = []
    for word in characters where !words.contains(word) && !isText {
      if Int(word) == nil || !hasNumbers { typed += [word, "\(word) 1"] }
    }
    if !listed.contains(where: { $0.hasSuffix("Enter") }) { typed.append("") }
    for (line, answer) in zip(typed, state.typing(typed)) {
      #expect(
        answer.status == nil && answer.before == answer.after, "\"\(line)\": \(answer.lines)")
    }
  }

  @Test("changes by another program are reported once, not in menus")
  mutating func news() {
    _ = plain.lines()
    _ = plain.answer("r 2", at: now)
    marks.news = BrowserNews(talks: ["t402"], mine: 0)
    plain.handleOutsideChange(at: now)
    let news = "1 talk changed; press c to see"
    #expect(!plain.answer("x", at: now).lines.contains(news))
    #expect(plain.answer("4", at: now).lines == ["rated 4: What is new in mail 2", news])
    #expect(plain.answer("s 2", at: now).lines.count == 1)
    #expect(!plain.answer("", at: now).lines.contains(news))
    #expect(plain.answer("?", at: now).lines.contains { $0.hasPrefix("c: ") })
    let changed = plain.answer("c", at: now).lines
    #expect(changed.count { $0.contains(". ") } == 1 && changed.contains { $0.contains(" 402") })
    #expect(!plain.answer("?", at: now).lines.contains { $0.hasPrefix("c: ") })
  }

  @Test(
    "a change is answered with one line",
    arguments: ["s 2", "m 2", "r 2 5", "e 2 bring it"])
  mutating func changes(line: String) {
    _ = plain.lines()
    for line in [line, "u", "R", "U"] {
      let lines = plain.answer(line, at: now).lines
      #expect(lines.count == 1, "\(line): \(lines)")
    }
    _ = plain.answer("2", at: now)
    #expect(plain.answer("r 5", at: now).lines == ["rated 5: What is new in mail 2"])
  }

  @Test("while talks are chosen, the first lines explain the possible input")
  func picking() {
    let conference = InventedConference()
    let marks = RememberedMarks(conference)
    var plain = PlainBrowser(
      Browser(
        conference.schedule, conference.clocks, .spoken, marks.keeping, picking: true,
        now: Instant(secondsSince1970: now)))
    #expect(!plain.lines().isEmpty && plain.hint.contains("words to filter"))
    #expect(plain.answer("zzz", at: now).lines.contains("Nothing matches"))
    #expect(plain.answer("q", at: now).status == 1)
  }

  @Test(
    "any input returns a line of text and saves nothing by accident",
    arguments: UInt64(1)...20)
  mutating func randomLines(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let words = [
      "s", "m", "99", "-1", "0", "/", "x", "b", "?", "r", "e", "5", "1", "f", "w", "p", "=",
      "\u{1B}[2J", "d",
    ]
    for _ in 0..<60 {
      let line = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        words.oneElement(using: &random)
      }
      .joined(separator: " ")
      let (lines, status) = plain.answer(line, at: now)
      #expect(status == nil)
      #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    }
  }

  @Test("facts are separated by commas, and lengths are words")
  mutating func facts() {
    #expect(plain.lines().contains { $0.hasPrefix("1. 10:25 to 11:15, Builds that 101, Yuki") })
    _ = plain.answer("s 2", at: now)
    let agenda = plain.answer("a", at: now).lines
    #expect(agenda.contains("   11:25 to 19:35, free for 8 hours 10 minutes"), "\(agenda)")
    let conference = InventedConference.night
    let start = Instant(secondsSince1970: now)
    conference.context.createEntity(
      SessionID(text: "long"), Title(text: "Live set"),
      Timing(start: start, end: start.advanced(by: .seconds(14 * 3600))))
    let marks = RememberedMarks(conference)
    var night = PlainBrowser(
      Browser(conference.schedule, conference.clocks, .spoken, marks.keeping, now: start))
    let lines = night.lines()
    #expect(lines.contains("1. 11:05 to 01:05, 1 day later, Live set"), "\(lines)")
  }

  @Test(
    "wrong input is answered with one line, and the printed numbers remain valid",
    arguments: [
      (["d 9"], "type d and the number of a day, from 1 to 2"),
      (["d"], "type d and the number of a day, from 1 to 2"),
      (["r 2 9"], "rate from 1 to 5; 0 removes the rating"),
      (["d -9223372036854775808"], "type d and the number of a day, from 1 to 2"),
      (["r 2 x"], "rate from 1 to 5; 0 removes the rating"),
      (["r 2", "x"], "no choice x; type a number, or b to go back"),
      (["r 2", "6"], "no choice 6; type a number, or b to go back"),
      (["/ zzz", "s"], "no talk is selected"),
      (["1", "d 1"], "unknown command d; ? (the question mark) lists the commands"),
    ])
  mutating func wrongInput(lines: [String], message: String) throws {
    _ = plain.lines()
    for line in lines.dropLast() { _ = plain.answer(line, at: now) }
    let last = try #require(lines.last)
    #expect(plain.answer(last, at: now).lines == [message])
    #expect(marks.log.isEmpty)
  }

  @Test("0 removes the rating, in the menu and after r")
  mutating func removingRating() {
    _ = plain.lines()
    for lines in [["r 2 0"], ["r 2", "0"]] {
      _ = plain.answer("r 2 4", at: now)
      if lines.count > 1 {
        let menu = plain.answer(lines[0], at: now).lines
        #expect(menu.contains("5. outstanding") && menu.contains("0. remove the rating"), "\(menu)")
      }
      let answer = plain.answer(lines.last ?? "", at: now).lines
      #expect(answer == ["rating removed: What is new in mail 2"])
    }
  }

  @Test("every text calls a starred talk starred")
  mutating func starred() {
    _ = plain.lines()
    _ = plain.answer("s 2", at: now)
    var lines = plain.lines()
    #expect(lines.contains { $0.hasSuffix("H.1300 (Founders), starred") }, "\(lines)")
    lines += plain.answer("2", at: now).lines
    #expect(lines.contains("starred"))
    for line in ["b", "s 3", "b", "f", "starred", "1"] {
      lines += plain.answer(line, at: now).lines
    }
    let clash = "   same time as What is new in mail 2 (starred, until 11:25)"
    #expect(lines.contains(clash), "\(lines)")
    #expect(lines.contains { $0.hasSuffix(", only starred") }, "\(lines)")
    #expect(!lines.contains { $0.contains("yours") || $0.contains("mine") })
  }
}
