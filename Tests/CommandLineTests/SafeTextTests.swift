import Basics
import CommandLine
import TestSupport
import Testing

@Suite struct SafeTextTests {
  @Test("misleading scalars are escaped", arguments: SampleTexts.hostile)
  func hostile(scalar: Unicode.Scalar) {
    let spelled = "\\u{\(String(scalar.value, radix: 16))}"
    #expect(SafeText("a\(Character(scalar))b").string == "a\(spelled)b")
    #expect(SafeText(String(Character(scalar))).string == spelled)
  }

  @Test(
    "scalars that a language or an emoji needs are preserved",
    arguments: [
      "plain ~ text", "Zo\u{EB}", "e\u{301}", "a\u{A0}b", "日本語\u{3000}", "\u{FFFD}",
      "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F469}\u{1F3FD}\u{200D}\u{1F4BB}",
      "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}", "\u{1F575}\u{FE0F}\u{200D}\u{2642}\u{FE0F}",
      "\u{2764}\u{FE0F}", "\u{231A}\u{FE0E}", "1\u{FE0F}\u{20E3}", "\u{1F1E9}\u{1F1EA}",
      "\u{645}\u{6CC}\u{200C}\u{62E}", "\u{915}\u{94D}\u{200D}\u{937}", "\u{8FBB}\u{E0100}",
      "\u{661}\u{6DD}",
    ])
  func kept(text: String) {
    #expect(SafeText(text).string == text)
  }

  @Test(
    "an invisible scalar in a wrong position is escaped",
    arguments: [
      ("pay\u{200D}pal", "pay\\u{200d}pal"),
      ("\u{1F469}\u{200D}", "\u{1F469}\\u{200d}"),
      ("\u{200D}\u{1F469}", "\\u{200d}\u{1F469}"),
      ("\u{1F469}\u{200D}a", "\u{1F469}\\u{200d}a"),
      ("\u{1F1E9}\u{200D}\u{1F1EA}", "\u{1F1E9}\\u{200d}\u{1F1EA}"),
      ("a\u{FE0F}", "a\\u{fe0f}"),
      ("\u{2764}\u{FE0F}\u{FE0F}", "\u{2764}\u{FE0F}\\u{fe0f}"),
      ("\u{8FBB}\u{E0100}\u{E0101}", "\u{8FBB}\u{E0100}\\u{e0101}"),
      ("\u{301}x", "\\u{301}x"),
      ("a \u{301}x", "a \\u{301}x"),
      ("\u{1B}\u{301}x", "\\u{1b}\\u{301}x"),
      ("\u{1F3F4}\u{E0067}\u{E007F}", "\u{1F3F4}\\u{e0067}\\u{e007f}"),
      ("a\r\nb", "a\\u{d}\\u{a}b"),
      ("\u{1B}]0;title\u{7}\u{9B}2J", "\\u{1b}]0;title\\u{7}\\u{9b}2J"),
    ])
  func misplaced(text: String, shown: String) {
    #expect(SafeText(text).string == shown)
  }

  @Test("foreign values in a literal are each cleaned separately")
  func interpolation() {
    let name = "Eve\u{1B}[2J"
    let mark = "\u{301}"
    let text: SafeText = "speaker \"\(name)\" \(3)a\(mark) \(SafeText("\u{7}"))"
    #expect(text.string == "speaker \"Eve\\u{1b}[2J\" 3a\\u{301} \\u{7}")
    #expect(text.width == DisplayWidth.of(text.string))
  }

  @Test("a literal with a control character does not bypass the cleaning")
  func literal() {
    let text: SafeText = "a\u{1B}b\nc"
    #expect(text.string == "a\\u{1b}b\\u{a}c")
  }

  @Test("only line feeds, alone or after a carriage return, end a line")
  func lines() {
    let lines = SafeText.lines(of: "one\r\ntwo\n\nth\rree\u{85}\u{2028}\n")
    #expect(
      lines.map(\.string) == ["one", "two", "", "th\\u{d}ree\\u{85}\\u{2028}", ""])
    #expect(SafeText.lines(of: "") == [""])
  }

  @Test("no random text lets a hostile scalar through", arguments: UInt64(1)...50)
  func random(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var text = String.UnicodeScalarView()
    for _ in 0..<200 {
      let range: ClosedRange<UInt32> = Bool.random(using: &random) ? 0...0x2FF : 0...0x10FFFF
      let value = UInt32.random(in: range, using: &random)
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
      text.append(SampleTexts.hostile[Int.random(in: SampleTexts.hostile.indices, using: &random)])
    }
    let safe = SafeText(String(text))
    let kept: Set<UInt32> = [0x200C, 0x200D, 0xFE0F, 0xE0100]
    let hostile = Set(SampleTexts.hostile.map(\.value)).subtracting(kept)
    for scalar in safe.string.unicodeScalars {
      let category = scalar.properties.generalCategory
      let isWrong =
        hostile.contains(scalar.value)
        || [.control, .privateUse, .unassigned, .lineSeparator].contains(category)
      #expect(!isWrong, "seed \(seed): \(String(scalar.value, radix: 16)) came through")
    }
    #expect(SafeText(safe.string) == safe, "seed \(seed): cleaning twice changes something")
  }

  @Test(
    "a text of pieces is as wide as its characters, and is cut at the same position as by a loop",
    arguments: UInt64(1)...100)
  func pieces(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // Letters of the West, with and without pictures and wide ones among them, and what joins.
    let scripts = [
      ["a", " ", "é", "ß", "·", "–", "…", "’"],
      ["a", "©", "®", "\u{A0}", "\u{AD}", "\u{301}", "会", "“"],
      [
        "\u{2764}\u{FE0F}", "\u{200D}", "©", "\u{1F1E9}", "\u{1F1EA}", "e\u{301}", "x", "\u{1F469}",
      ],
    ]
    let letters = scripts[Int(seed % 3)]
    var text = SafeText("")
    for _ in 0..<Int.random(in: 1...30, using: &random) {
      let piece = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        letters[Int.random(in: letters.indices, using: &random)]
      }
      text.append(SafeText(piece.joined()))
    }
    let widths = text.string.map { DisplayWidth.of($0) }
    #expect(text.width == widths.reduce(0, +), "seed \(seed): \(text.string.unicodeScalars)")
    for width in 0...text.width {
      var count = 0
      var used = 0
      while count < widths.count, used + widths[count] <= width {
        used += widths[count]
        count += 1
      }
      let cut = Line(text).truncated(to: width, ellipsis: "")
      #expect(
        cut.rendered(color: false) == String(text.string.prefix(count)),
        "seed \(seed), cut at \(width): \(text.string.unicodeScalars)")
      #expect(cut.width == used, "seed \(seed)")
    }
  }
}
