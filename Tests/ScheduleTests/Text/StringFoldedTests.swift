import Basics
import Schedule
import TestSupport
import Testing

@Suite("Folding strings")
struct StringFoldedTests {
  @Test("comparing with a folded text folds the other text")
  func comparedFolded() {
    let texts = [
      "", " ", "a", "A", " A ", "Mike  LEE", "mike lee", "Höfele", "hofele", "hofel", "Ärzte",
      "\u{301}a",
      "\u{ad}a", "\u{212A}elvin", "Kelvin", "0F3C", "0f3c", "ß", "ss", "SS", "\tb", "b",
    ]
    for text in texts {
      for other in texts {
        #expect(
          text.isFolded(as: other.folded) == (text.folded == other.folded), "\(text), \(other)")
        #expect(
          text.isFolded(asStartOf: other.folded)
            == other.folded.utf8.starts(with: text.folded.utf8), "\(text), \(other)")
      }
    }
  }

  /// Letters that fold although they have no decomposition, and signs that become plain.
  static let others: [Unicode.Scalar: String] = [
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ı": "i", "þ": "th", "ð": "d", "ħ": "h",
    "ŧ": "t", "\u{2bc}": "'", "\u{b4}": "'",
  ]

  @Test("letters fold as Unicode decomposes and case folds them", arguments: FoldedBlock.all)
  func block(_ block: FoldedBlock) throws {
    let rows = block.text.split { $0 == " " || $0 == "\n" }
    #expect(rows.count > 100)
    for (offset, row) in rows.enumerated() where row != "?" {
      let letter = try #require(Unicode.Scalar(block.first + UInt32(offset)))
      var expected = ""
      for scalar in row.unicodeScalars where row != "-" && row != "_" {
        expected += Self.others[scalar] ?? String(scalar)
      }
      let folded = "\(letter)".folded
      #expect(Array(folded.unicodeScalars) == Array(expected.unicodeScalars), "\(letter.value)")
    }
  }

  @Test(
    "a text folds to its typed form",
    arguments: [
      ("", ""),
      (" \t\n ", ""),
      ("  Graham \u{a0}\t Lee\n", "graham lee"),
      ("Claus HÖFELE", "claus hofele"),
      ("Straße, STRASSE, \u{1e9e}", "strasse, strasse, ss"),
      (
        "Æther Œuvre Øre Đorđe Łódź Iğdır İzmir Þórr Ðýr",
        "aether oeuvre ore dorde lodz igdir izmir thorr dyr"
      ),
      ("“a” ‘b’ „c‟ «d» ‹e› O’Brien", "\"a\" 'b' \"c\" \"d\" 'e' o'brien"),
      ("a‐b‑c–d—e−f", "a-b-c-d-e-f"),
      ("ＳＷＩＦＴ　６！", "swift 6!"),
      ("ﬁne eﬃcient oﬄine", "fine efficient offline"),
      ("Йод Ёлка Їжак", "иод елка \u{456}жак"),
      ("Άνθρωπος Ϊ ΰ ᾧ", "ανθρωποσ ι υ ω"),
      ("so\u{ad}ft\u{200b}\u{feff} ja\u{301}", "soft ja"),
      ("\u{301}", ""),
      ("日本語 👍🏽", "日本語 👍🏽"),
    ])
  func folds(text: String, expected: String) {
    #expect(Array(text.folded.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    "composed and decomposed spellings fold to the same scalars",
    arguments: [
      ("H\u{f6}fele", "Ho\u{308}fele"),
      ("\u{1e69}", "s\u{307}\u{323}"),
      ("\u{1ed9}", "\u{1ecd}\u{302}"),
      ("\u{439}\u{451}\u{457}", "\u{438}\u{306}\u{435}\u{308}\u{456}\u{308}"),
      ("\u{1fa7}", "\u{3c9}\u{314}\u{342}\u{345}"),
      ("\u{ac01}\u{b098}", "\u{1100}\u{1161}\u{11a8}\u{1102}\u{1161}"),
      ("\u{304c}", "\u{304b}\u{3099}"),
      ("\u{9cb}", "\u{9c7}\u{9be}"),
      ("\u{1134b}", "\u{11347}\u{1133e}"),
      ("\u{212b}\u{212a}", "A\u{30a}K"),
    ])
  func normalForms(composed: String, decomposed: String) {
    #expect(composed == decomposed)
    #expect(Array(composed.folded.unicodeScalars) == Array(decomposed.folded.unicodeScalars))
  }

  @Test("folding is idempotent and ignores case and spaces")
  func stable() {
    let letters: [Character] = ["a", "Ö", "o\u{308}", "ß", " ", "\t", "–", "Ǆ", "ﬃ", "각", "ς", "!"]
    for seed in UInt64(1)...200 {
      var random = SplitMix64(seed: seed)
      let count = Int.random(in: 0...12, using: &random)
      let text = String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
      #expect(text.folded.folded == text.folded, "seed \(seed)")
      #expect(" \(text.uppercased())  ".folded == text.folded, "seed \(seed)")
    }
  }

  @Test("ASCII text folds the same alone and among other letters", arguments: UInt64(1)...20)
  func plainText(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let bytes = (0..<20).map { _ in UInt8.random(in: 0...127, using: &generator) }
      let text = "X" + String(decoding: bytes, as: UTF8.self)
      #expect(("é" + text).folded == "e" + text.folded)
    }
  }
}
