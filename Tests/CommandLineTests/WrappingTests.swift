import Basics
import CommandLine
import TestSupport
import Testing

@Suite struct WrappingTests {
  private func wrapped(
    _ text: String, _ width: Int, indent: Int = 0, hanging: Int? = nil
  ) -> [String] {
    Line(SafeText(text)).wrapped(to: width, indent: indent, hanging: hanging)
      .map { $0.rendered(color: false) }
  }

  @Test("lines break at spaces, which are dropped at the ends and never doubled")
  func words() {
    #expect(wrapped("talks of the day", 12) == ["talks of the", "day"])
    #expect(wrapped("  talks   of  ", 20) == ["talks of"])
    #expect(wrapped("", 20) == [""])
    #expect(wrapped("   ", 20, indent: 4) == [""])
  }

  @Test("the first line and the others have separate indents, at most half of the width")
  func indents() {
    #expect(
      wrapped("talks of the day", 14, indent: 2, hanging: 4) == ["  talks of the", "    day"])
    #expect(wrapped("a b", 4, indent: 30) == ["  a", "  b"])
    #expect(wrapped("ab", -3) == ["ab"])
  }

  @Test("a word wider than a line is cut, on separate lines")
  func longWords() {
    #expect(wrapped("go abcdefghijkl on", 5) == ["go", "abcde", "fghij", "kl on"])
    #expect(wrapped("abcdefghij", 6, hanging: 2) == ["abcdef", "  ghij"])
  }

  @Test(
    "an address is never broken, and one that is too long is alone on its line",
    arguments: [
      ("see https://a.bc/de-fgh?i=1 now", 10, ["see", "https://a.bc/de-fgh?i=1", "now"]),
      ("(https://a.bc/de-fgh), ok", 8, ["(https://a.bc/de-fgh),", "ok"]),
      ("webcal://会议.example/日本 x", 8, ["webcal://会议.example/日本", "x"]),
      ("詳細は「https://a.bc/de」。次の話", 10, ["詳細は", "「https://a.bc/de」。", "次の話"]),
      ("address=https://a.bc/def,http://g", 10, ["address=", "https://a.bc/def,http://g"]),
      ("1.https://a.bc/defgh", 10, ["1.", "https://a.bc/defgh"]),
      ("a://b", 4, ["a://b"]),
      ("://abcdef 3://ghijk", 5, ["://ab", "cdef", "3://g", "hijk"]),
    ] as [(String, Int, [String])])
  func addresses(text: String, width: Int, lines: [String]) {
    #expect(wrapped(text, width) == lines)
  }

  @Test("an address of several styles stays whole and keeps them")
  func styledAddress() {
    let line: Line = "a \("https://", .dim)\("example", .match)\(".org/a", .dim) b"
    #expect(
      line.wrapped(to: 8)
        == ["a", "\("https://", .dim)\("example", .match)\(".org/a", .dim)", "b"])
  }

  @Test(
    "the cost of a line does not depend on the text before it",
    arguments: [
      "a", "é ", "会", "e\u{301}", "\u{1F1E9}", "\u{1F469}\u{200D}", "https://a.b/ ", "ש ",
    ])
  func repeated(piece: String) {
    // Were it not linear, this would take minutes.
    let line: Line = "x\(String(repeating: piece, count: 20_000), .strong)y"
    let pieces = line.wrapped(to: 1000, hanging: 4)
    let kept = pieces.map { $0.rendered(color: false) }.joined().utf8.count { $0 != 0x20 }
    #expect(kept == line.rendered(color: false).utf8.count { $0 != 0x20 })
  }

  @Test("text without spaces breaks next to wide characters, but not before a combining mark")
  func wideCharacters() {
    #expect(wrapped("日本語テキスト", 6) == ["日本語", "テキス", "ト"])
    #expect(wrapped("日本語。テキスト", 6) == ["日本", "語。テ", "キスト"])
    #expect(wrapped("ab「日本」", 5) == ["ab", "「日", "本」"])
    #expect(wrapped("日本 語", 5) == ["日本", "語"])
  }

  @Test("a character wider than the line is not cut")
  func wideInNarrow() {
    #expect(
      wrapped("\u{1F469}\u{200D}\u{1F467}\u{1F3A4}", 4, indent: 2, hanging: 2)
        == ["  \u{1F469}\u{200D}\u{1F467}", "  \u{1F3A4}"])
  }

  @Test("a word of several styles stays together and keeps them")
  func styles() {
    let line: Line = "see \("rate", .strong), \("rat", .time)ings"
    #expect(
      line.wrapped(to: 9) == ["see \("rate", .strong),", "\("rat", .time)ings"])
    let heading = Line("two words", .heading)
    #expect(heading.wrapped(to: 20) == [heading])
  }

  @Test("the lines agree with a loop over the words", arguments: UInt64(1)...60)
  func model(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let words = (0..<Int.random(in: 1...40, using: &random)).map { _ in
      // In ASCII, beyond it, and from right to left.
      let alphabets = ["abcdefgh:-/.0123", "aéüñ–", "אבגד"]
      let letters = alphabets.randomElement(using: &random) ?? ""
      return String(
        (0..<Int.random(in: 1...9, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        })
    }
    let width = Int.random(in: 9...40, using: &random)
    let hanging = Int.random(in: 0...(width - 9), using: &random)
    var expected: [String] = []
    for word in words {
      if let last = expected.last, last.count + 1 + word.count <= width {
        expected[expected.count - 1] = "\(last) \(word)"
      } else {
        let indent = expected.isEmpty ? 0 : min(hanging, width / 2)
        expected.append(String(repeating: " ", count: indent) + word)
      }
    }
    // With one style and with two; with single blanks and with several.
    var styled = Line()
    for (place, word) in words.enumerated() {
      if place > 0 { styled.append(place % 5 == 0 ? "   " : " ") }
      styled.append(SafeText(word), place / 3 % 2 == 0 ? .strong : .plain)
    }
    let plain = Line(SafeText(words.joined(separator: " ")))
    for line in [plain, styled] {
      let lines = line.wrapped(to: width, hanging: hanging).map { $0.rendered(color: false) }
      #expect(lines == expected, "seed \(seed), at \(width), hanging by \(hanging)")
    }
    let rows = Table(rows: [["cell", plain]], hanging: 2).lines(width: width + 40)
      .map { $0.rendered(color: false) }
    #expect(
      rows.joined(separator: " ").split(separator: " ") == ["cell"] + words.map { $0[...] },
      "seed \(seed)")
  }

  @Test("no line is wider than the width, and no word is lost", arguments: UInt64(1)...60)
  func property(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let words = SampleTexts.words(Int.random(in: 0...60, using: &random), using: &random)
    var line = Line()
    for word in words {
      line.append(SafeText(word), Style.allCases.randomElement(using: &random) ?? .plain)
      line.append(" ")
    }
    let width = Int.random(in: 4...100, using: &random)
    let indent = Int.random(in: 0...30, using: &random)
    let hanging = Int.random(in: 0...30, using: &random)
    let lines = line.wrapped(to: width, indent: indent, hanging: hanging)
    // A cluster of letters can be wider than two columns and is never cut.
    let widest = words.joined().map { DisplayWidth.of($0) }.max() ?? 0
    let limit = max(width, width / 2 + widest)
    for line in lines {
      let text = line.rendered(color: false)
      // An address is whole, and alone.
      let isAddress = text.drop { $0 == " " }.hasPrefix("https://") && !text.hasSuffix(" ")
      #expect(
        DisplayWidth.of(text) <= limit || isAddress, "seed \(seed): \"\(text)\" at \(width)")
      #expect(
        text.contains("/fits/nowhere") == text.contains("https://"), "seed \(seed): \"\(text)\"")
      #expect(line.width == DisplayWidth.of(text), "seed \(seed)")
      #expect(!text.hasSuffix(" "), "seed \(seed)")
    }
    func letters(_ text: String) -> String { text.filter { $0 != " " } }
    let kept = lines.map { $0.rendered(color: false) }.joined()
    let given = words.map { SafeText($0).string }.joined(separator: " ")
    #expect(letters(kept) == letters(given), "seed \(seed)")
    #expect(
      wrapped(given, 10_000) == [given.isEmpty ? "" : given], "seed \(seed): one line holds all")
  }
}
