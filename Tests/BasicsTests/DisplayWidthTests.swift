import Basics
import TestSupport
import Testing

@Suite struct DisplayWidthTests {
  /// The widths are the results of an independent implementation of the Unicode tables.
  @Test(
    "each character takes the columns a terminal gives it",
    arguments: [
      ("", 0),
      ("a", 1),
      ("konf", 4),
      ("Zo\u{eb}", 3),
      ("e\u{301}", 1),
      ("na\u{ef}ve caf\u{e9}", 10),
      ("\u{141}\u{f3}d\u{17a}", 4),
      ("\u{395}\u{3bb}\u{3bb}\u{3b7}\u{3bd}\u{3b9}\u{3ba}\u{3ac}", 8),
      ("\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}", 6),
      ("\u{5e9}\u{5dc}\u{5d5}\u{5dd}", 4),
      ("\u{645}\u{631}\u{62d}\u{628}\u{627}", 5),
      ("\u{928}\u{92e}\u{938}\u{94d}\u{924}\u{947}", 4),
      ("\u{915}\u{94d}\u{937}", 2),
      ("\u{915}\u{93e}", 2),
      ("\u{ba4}\u{bae}\u{bbf}\u{bb4}\u{bcd}", 4),
      ("\u{e44}\u{e17}\u{e22}", 3),
      ("\u{e01}\u{e47}", 1),
      ("\u{e01}\u{e33}", 2),
      ("\u{d55c}\u{ad6d}\u{c5b4}", 6),
      ("\u{1112}\u{1161}\u{11ab}", 2),
      ("\u{65e5}\u{672c}\u{8a9e}", 6),
      ("\u{4f1a}\u{8bae} \u{1f3a4}", 7),
      ("\u{ff71}\u{ff72}\u{ff73}", 3),
      ("\u{ff21}\u{ff22}\u{ff23}", 6),
      ("\u{300c}\u{306f}\u{3044}\u{300d}\u{3002}", 10),
      ("\u{3000}", 2),
      ("\u{4e2d}\u{6587}abc", 7),
      ("\u{1f44d}", 2),
      ("\u{1f44d}\u{1f3fd}", 2),
      ("\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}", 2),
      ("\u{1f469}\u{1f3fd}\u{200d}\u{1f4bb}", 2),
      ("\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}", 2),
      ("\u{1f575}\u{fe0f}\u{200d}\u{2642}\u{fe0f}", 2),
      ("\u{1f1e9}\u{1f1ea}", 2),
      ("\u{1f1e9}\u{1f1ea}\u{1f1eb}\u{1f1f7}", 4),
      ("\u{2764}", 1),
      ("\u{2764}\u{fe0f}", 2),
      ("\u{2602}\u{fe0f}", 2),
      ("\u{2708}\u{fe0f} ab", 5),
      ("1\u{fe0f}\u{20e3}", 2),
      ("#\u{fe0f}\u{20e3}", 2),
      ("1\u{20e3}", 1),
      ("\u{a9}\u{fe0f}", 2),
      ("\u{231a}", 2),
      ("\u{231a}\u{fe0e}", 2),
      ("\u{2605}\u{2605}\u{2605}\u{2605}\u{2606}", 5),
      ("\u{2026}\u{2013}\u{2500}\u{b7}", 4),
      ("\u{bd}", 1),
      ("\u{1f389}\u{1f389}", 4),
      ("\u{fdfa}", 1),
      ("\u{a997}\u{a9c0}\u{a9ae}", 3),
      ("\u{1d518}\u{1d52b}\u{1d526}", 3),
      ("\u{2000b}", 2),
      ("\u{1fae0}", 2),
    ])
  func width(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns, "\(text)")
  }

  @Test(
    "where terminals differ, the larger count is used",
    arguments: [("\u{261d}\u{1f3fd}", 2), ("\u{915}\u{94d}\u{937}\u{93f}", 3)])
  func disputed(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns, "\(text)")
  }

  @Test("the width of a text is the sum of its characters", arguments: UInt64(1)...20)
  func sum(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = SampleTexts.words(40, using: &random).joined(separator: " ")
    let sum = text.reduce(0) { $0 + DisplayWidth.of($1) }
    #expect(DisplayWidth.of(text) == sum, "seed \(seed)")
  }

  @Test("a Western text is as wide as its characters, and each of its scalars is a character")
  func western() {
    var count = 0
    for value in 0x20...UInt32(0x3000) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for text in ["\(scalar)", "a\(scalar)", "\(scalar)\(scalar)b"] {
        guard let columns = DisplayWidth.ofWestern(text) else { continue }
        count += 1
        #expect(columns == text.reduce(0) { $0 + DisplayWidth.of($1) }, "U+\(value) in \(text)")
        #expect(text.count == text.unicodeScalars.count, "U+\(value) in \(text)")
      }
    }
    // Western text and box-drawing characters.
    #expect(count == 3 * (0x7F - 0x20 + 0x300 - 0xA0 + 0x18 + 0x80))
    #expect(DisplayWidth.ofWestern("┌──┐") == 4)
  }
}
