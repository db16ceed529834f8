import Basics
import Schedule
import TestSupport
import Testing

@Suite("WordScanner")
struct WordScannerTests {
  /// What texts are made of here: letters, signs and blanks of ASCII, and what is folded to them or
  /// away, or made of several parts.
  private static let pieces: [String] =
    (UInt8(0)...127).map { String(Unicode.Scalar($0)) }
    + (0x2010...0x2027).compactMap(Unicode.Scalar.init).map(String.init)
    + Array(repeating: ["a", "b", "o", "S", "s"], count: 40).flatMap(\.self)
    + Array(repeating: [" ", "\n", "-"], count: 15).flatMap(\.self)
    + [
      "ä", "Ö", "ü", "\u{308}", "\u{301}", "é", "ß", "ﬁ", "ø", "Œ", "\u{a0}", "\u{ad}", "\u{200b}",
      "\u{2028}", "\u{85}", "\u{3000}", "Ａ", "！", "￥", "東", "京", "シ", "分석", "🚀", "Ж", "ё", "·",
      "«", "»", "¿", "€", "\u{200d}", "\u{202f}", "ǖ",
    ]

  @Test("finds the same as a scan of all words", arguments: UInt64(1)...40)
  func model(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func text() -> String {
      // Some are longer than the words of eight bytes in which they are searched.
      let most = Int.random(in: 0...2, using: &generator) == 0 ? 40 : 12
      return (0..<Int.random(in: 0...most, using: &generator)).map { _ in
        Self.pieces.randomElement(using: &generator) ?? ""
      }.joined()
    }
    for _ in 0..<200 {
      let text = text()
      let words = Self.words(of: text)
      // Parts of words that are there, and words of another text.
      let parts = words.map { word in
        String(word.unicodeScalars.shuffledPart(&generator))
      }
      for part in parts + Self.words(of: self.other(&generator)) where !part.isEmpty {
        let isBeginning = words.contains { $0.utf8.starts(with: part.utf8) }
        let isPart = words.contains { $0.utf8.contains(part.utf8) }
        let place: Comment = "seed \(seed): \(part.debugDescription) in \(text.debugDescription)"
        #expect(WordScanner(part, at: .beginning).finds(in: text) == isBeginning, place)
        #expect(WordScanner(part, at: .anywhere).finds(in: text) == isPart, place)
      }
    }
  }

  private func other(_ generator: inout SplitMix64) -> String {
    (0..<3).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  /// The words of a text, with ä, ö and ü in both spellings.
  private static func words(of text: String) -> [String] {
    let spellings = [text, text.folded(umlauts: .spelled)]
    return Set(spellings.flatMap { SearchQuery($0).words }).sorted()
  }
}

extension String.UnicodeScalarView {
  /// A run of the scalars, chosen by chance.
  fileprivate func shuffledPart(_ generator: inout SplitMix64) -> SubSequence {
    let first = Int.random(in: 0..<count, using: &generator)
    let length = Int.random(in: 1...count - first, using: &generator)
    return dropFirst(first).prefix(length)
  }
}
