import CommandLine
import Testing

@Suite struct PresentationTests {
  typealias ColorCase = (ColorChoice, [String: String], Bool, Bool)

  @Test(
    "the first setting for colour decides",
    arguments: [
      (.auto, ["TERM": "xterm"], true, true),
      (.auto, ["TERM": "xterm"], false, false),
      (.auto, [:], true, false),
      (.auto, ["TERM": ""], true, false),
      (.auto, ["TERM": "dumb"], true, false),
      (.auto, ["TERM": "xterm", "NO_COLOR": "1"], true, false),
      (.auto, ["TERM": "xterm", "NO_COLOR": "0"], true, false),
      (.auto, ["TERM": "xterm", "NO_COLOR": ""], true, true),
      (.auto, ["FORCE_COLOR": "1"], false, true),
      (.auto, ["CLICOLOR_FORCE": "yes"], false, true),
      (.auto, ["FORCE_COLOR": "0"], false, false),
      (.auto, ["FORCE_COLOR": ""], false, false),
      (.auto, ["FORCE_COLOR": "0", "CLICOLOR_FORCE": "1"], false, true),
      (.auto, ["FORCE_COLOR": "1", "TERM": "dumb"], false, true),
      (.auto, ["FORCE_COLOR": "1", "NO_COLOR": "1"], true, false),
      (.always, ["NO_COLOR": "1", "TERM": "dumb"], false, true),
      (.never, ["FORCE_COLOR": "1", "TERM": "xterm"], true, false),
    ] as [ColorCase])
  func color(choice: ColorChoice, environment: [String: String], isTerminal: Bool, uses: Bool) {
    #expect(choice.usesColor(environment: environment, isTerminal: isTerminal) == uses)
  }

  @Test("each stream is judged separately")
  func streams() {
    let presentation = Presentation(
      of: "konf",
      environment: ["TERM": "xterm"],
      terminal: TerminalFacts(outIsTerminal: false, errorIsTerminal: true))
    #expect(!presentation.colorsOutput)
    #expect(presentation.colorsNotes)
    #expect(!presentation.indentsJSON)
    #expect(Presentation(of: "konf", terminal: TerminalFacts(outIsTerminal: true)).indentsJSON)
  }

  @Test("the requested width precedes the terminal's, then COLUMNS, then 80")
  func width() {
    func width(_ asked: Int?, _ terminal: Int?, _ columns: String?) -> Int {
      Presentation(
        of: "konf",
        width: asked, environment: columns.map { ["COLUMNS": $0] } ?? [:],
        terminal: TerminalFacts(columns: terminal)
      ).width
    }
    #expect(width(40, 100, "120") == 40)
    #expect(width(nil, 100, "120") == 100)
    #expect(width(nil, nil, "120") == 120)
    #expect(width(nil, 0, "") == 80)
    #expect(width(nil, nil, "-5") == 80)
    #expect(width(nil, nil, "wide") == 80)
    #expect(width(nil, 7, nil) == 20)
    #expect(width(nil, nil, "99999") == 1_000)
  }

  @Test(
    "drawn signs require a UTF-8 locale",
    arguments: [
      (["LANG": "de_DE.UTF-8"], true),
      (["LANG": "C.utf8"], true),
      (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], false),
      (["LC_ALL": "", "LC_CTYPE": "en_US.UTF-8", "LANG": "C"], true),
      (["LC_CTYPE": "POSIX", "LANG": "de_DE.UTF-8"], false),
      ([:], false),
    ] as [([String: String], Bool)])
  func glyphs(environment: [String: String], drawn: Bool) {
    #expect(
      Presentation(of: "konf", environment: environment).glyphs == (drawn ? .unicode : .plain))
  }

  @Test("each stream has the width of its terminal, and messages in a pipe have no width")
  func notesWidth() {
    func width(_ asked: Int?, _ terminal: TerminalFacts, _ columns: String? = nil) -> Int? {
      Presentation(
        of: "konf",
        width: asked, environment: columns.map { ["COLUMNS": $0] } ?? [:], terminal: terminal
      ).notesWidth
    }
    let both = TerminalFacts(
      outIsTerminal: true, errorIsTerminal: true, columns: 100, errorColumns: 50)
    #expect(width(nil, both) == 50)
    #expect(width(30, both) == 30)
    #expect(width(nil, TerminalFacts(errorIsTerminal: true), "60") == 60)
    #expect(width(nil, TerminalFacts(errorIsTerminal: true)) == 80)
    #expect(width(nil, TerminalFacts(outIsTerminal: true, columns: 50)) == nil)
    #expect(width(40, TerminalFacts(), "60") == nil)
  }

  @Test("stars are five signs or words, and the plain forms are distinct ASCII texts")
  func stars() {
    #expect(Glyphs.unicode.stars(4) == "★★★★☆")
    #expect(Glyphs.plain.stars(4) == "4 of 5")
    #expect(Glyphs.plain.stars(-1) == "0 of 5")
    #expect(Glyphs.plain.stars(9) == "5 of 5")
    #expect(Glyphs.unicode.rule(width: 3) == "───")
    #expect(Glyphs.plain.rule(width: -1) == "")
    let plain = Glyphs.plain
    let signs = [plain.dash, plain.dot, plain.ellipsis, plain.arrow]
    #expect(Set(signs).count == signs.count)
    for sign in signs + [plain.rule] { #expect(sign.string.utf8.allSatisfy { $0 < 0x7F }) }
  }
}
