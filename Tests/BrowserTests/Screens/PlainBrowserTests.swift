import Browser
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
        conference.schedule, conference.clocks, .plain, marks.keeping,
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
    let help = plain.answer("?", at: now).lines
    let letters = help.compactMap { $0.dropFirst().first == " " ? $0.first : nil }
    #expect(letters.count > 10)
    for letter in letters where !"/A".contains(letter) {
      let lines = plain.answer("\(letter)", at: now).lines
      #expect(!lines.contains { $0.hasPrefix("unknown command") }, "\(letter)")
      for line in lines {
        #expect(!["Esc", "Space", "Ctrl"].contains(where: line.contains), "\(line)")
      }
      _ = plain.answer(plain.browser.isTyping ? "" : "b", at: now)
      _ = plain.answer("b", at: now)
    }
  }

  @Test("while talks are chosen, the first lines explain the possible input")
  func picking() {
    let conference = InventedConference()
    let marks = RememberedMarks(conference)
    var plain = PlainBrowser(
      Browser(
        conference.schedule, conference.clocks, .plain, marks.keeping, picking: true,
        now: Instant(secondsSince1970: now)))
    #expect(!plain.lines().isEmpty && !plain.hint.contains("?"))
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
}
