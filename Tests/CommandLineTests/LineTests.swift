import Basics
import CommandLine
import TestSupport
import Testing

@Suite struct LineTests {
  private let start = "09:30"
  private let title = "Open\u{1B}ing"

  @Test("styles become control sequences only with colour")
  func rendering() {
    let line: Line = "\(start, .time)  \(title, .strong)"
    #expect(line.rendered(color: false) == "09:30  Open\\u{1b}ing")
    #expect(
      line.rendered(color: true) == "09:30  \u{1B}[1mOpen\\u{1b}ing\u{1B}[0m")
  }

  @Test("a right-to-left text is isolated, in every piece that it is cut into")
  func isolation() {
    let title = "שלום עולם ab"
    let line: Line = "\(start, .time) \(title, .strong), \("دختر") \("Hall")"
    #expect(
      line.rendered(color: false, isolating: true)
        == "09:30 \u{2068}שלום עולם ab\u{2069}, \u{2068}دختر\u{2069} Hall")
    #expect(line.rendered(color: false) == "09:30 שלום עולם ab, دختر Hall")
    #expect(line.width == DisplayWidth.of(line.rendered(color: false)))
    #expect(
      line.wrapped(to: 16).map { $0.rendered(color: false, isolating: true) } == [
        "09:30 \u{2068}שלום עולם\u{2069}", "\u{2068}ab\u{2069}, \u{2068}دختر\u{2069} Hall",
      ])
    // A mark within a word must not part its letters.
    let text = SafeText(title)
    let middle = text.string.index(text.string.startIndex, offsetBy: 2)
    let first = Line(text.part(text.string.startIndex..<middle), .match)
    let marked: Line = "09:30 \(first)\(text.part(middle..<text.string.endIndex)) end"
    #expect(
      marked.rendered(color: false, isolating: true)
        == "09:30 \u{2068}שלום עולם ab\u{2069} end")
    #expect(
      Line("\(title)").truncated(to: 6, ellipsis: "…").rendered(color: false, isolating: true)
        == "\u{2068}שלום \u{2069}…")
    #expect(Line("Zoë \u{1F3A4} 会").rendered(color: false, isolating: true) == "Zoë \u{1F3A4} 会")
  }

  @Test("every style is readable on black and on white, and is reset", arguments: Style.allCases)
  func styles(style: Style) {
    let text = Line("x", style).rendered(color: true)
    if text == "x" { return }
    #expect(text.hasPrefix("\u{1B}[") && text.hasSuffix("mx\u{1B}[0m"))
    var (foreground, background, isDim): (Int?, Int?, Bool) = (nil, nil, false)
    for part in text.dropFirst(2).prefix(while: { $0 != "m" }).split(separator: ";") {
      switch Int(part) ?? 0 {
      case let number where 30..<38 ~= number:
        // Many terminals show bold text in the brighter color.
        foreground = number - 30 + (text.contains("[1;") ? 8 : 0)
      case let number where 100..<108 ~= number: background = number - 92
      case 2: isDim = true
      default: break
      }
    }
    let contrast = Contrast.lowest(foreground: foreground, background: background, isDim: isDim)
    #expect(contrast >= 4.5)
  }

  @Test("adjacent pieces of one style are joined, and empty ones dropped")
  func joining() {
    var line = Line("a", .time)
    line.append("", .error)
    line.append("b", .time)
    #expect(line == Line("ab", .time))
    #expect(Line("").isEmpty)
    #expect(line.width == 2)
  }

  @Test("padding counts columns and leaves wide texts unchanged")
  func padding() {
    #expect(Line("会议").padded(to: 6).rendered(color: false) == "会议  ")
    #expect(Line("会议").padded(to: 6, .trailing).rendered(color: false) == "  会议")
    #expect(Line("会议").padded(to: 3) == "会议")
    #expect(Line("a").padded(to: -1) == "a")
  }

  @Test(
    "a line that does not fit is cut between characters",
    arguments: [
      ("timeline", 8, "timeline"), ("timeline", 7, "timeli…"), ("timeline", 1, "…"),
      ("timeline", 0, ""), ("会议日程", 8, "会议日程"), ("会议日程", 7, "会议日…"), ("会议日程", 6, "会议…"),
      ("e\u{301}te\u{301}s", 3, "e\u{301}t…"),
      ("\u{1F469}\u{200D}\u{1F467}ab", 3, "\u{1F469}\u{200D}\u{1F467}…"),
    ])
  func truncation(text: String, width: Int, cut: String) {
    let line = Line(SafeText(text)).truncated(to: width, ellipsis: "…")
    #expect(line.rendered(color: false) == cut)
  }

  @Test("a cut preserves styles, and an ellipsis that does not fit is omitted")
  func truncationOfPieces() {
    let line: Line = "\("09:30", .time)  \("Opening", .strong)"
    #expect(line.truncated(to: 10, ellipsis: "…") == "\("09:30", .time)  \("Op…", .strong)")
    #expect(line.truncated(to: 6, ellipsis: "…") == "\("09:30", .time)…")
    #expect(line.truncated(to: 2, ellipsis: "...") == Line("09", .time))
  }

  @Test("an excerpt ends with a whole word, also if a mark divides a word")
  func excerpt() {
    let line: Line = "what \("the", .strong)saurus says"
    #expect(line.truncated(betweenWords: 16, ellipsis: "…") == "what \("the", .strong)saurus …")
    #expect(line.truncated(betweenWords: 15, ellipsis: "…") == Line("what …"))
    #expect(line.truncated(betweenWords: 9, ellipsis: "...") == Line("what ..."))
    #expect(Line("thesaurus").truncated(betweenWords: 5, ellipsis: "…") == Line("thes…"))
    #expect(Line("the end").truncated(betweenWords: 7, ellipsis: "…") == Line("the end"))
  }
}
