/// Looks for a folded word in texts without folding them, as far as they are ASCII.
///
/// It finds the same as a search in the words that `String.searchWords` returns; to make all words
/// of a text takes twenty times as long.
package struct WordScanner: Sendable {
  /// Where in a word of the text the word is looked for.
  package enum Place: Sendable {
    /// A word of the text has to begin with it.
    case beginning
    /// It may be anywhere in a word of the text.
    case anywhere
  }

  let word: [UInt8]
  let place: Place
  /// The folded form of each ASCII byte; 0 for those between words.
  private let letters: [UInt8]

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - word: A folded word, which is not empty and has no sign that separates words.
  ///   - place: Where in a word of the text it has to be.
  package init(_ word: String, at place: Place) {
    self.word = Array(word.utf8)
    self.place = place
    letters = Self.letters
  }

  private static let letters: [UInt8] = (0..<0x80).map { byte in
    let scalar = Unicode.Scalar(UInt8(byte))
    if scalar.separatesWords { return 0 }
    return 0x41...0x5a ~= byte ? UInt8(byte) + 0x20 : UInt8(byte)
  }

  /// Returns whether a word of a text has the word where it has to be.
  ///
  /// - Parameter text: Any text.
  /// - Returns: Whether there is such a word.
  /// - Complexity: O(*n* · *w*), where *n* is the length of the text and *w* that of the word.
  package func finds(in text: String) -> Bool {
    let bytes = Array(text.utf8)
    return firstPart(of: bytes) { part, isASCII in
      isASCII ? offset(in: bytes[part]) != nil : findsFolded(in: bytes[part])
    }
  }

  /// Goes through the parts of a text between separators until one is as it should be.
  func firstPart(of bytes: [UInt8], isMeant: (Range<Int>, _ isASCII: Bool) -> Bool) -> Bool {
    var start = 0
    while start < bytes.count {
      let separator = separatorLength(bytes, at: start)
      if separator > 0 {
        start += separator
        continue
      }
      var end = start
      var isASCII = true
      while end < bytes.count, separatorLength(bytes, at: end) == 0 {
        if bytes[end] >= 0x80 { isASCII = false }
        end += 1
      }
      if isMeant(start..<end, isASCII) { return true }
      start = end
    }
    return false
  }

  /// The number of bytes from an offset on that separate words; 0 if there are none.
  ///
  /// Besides ASCII it knows the separators that are common in English and German: the blank that
  /// does not break, and U+2010 to U+2027, which are dashes, quotes and dots. Other separators of
  /// words are found when the text around them is folded.
  private func separatorLength(_ bytes: [UInt8], at place: Int) -> Int {
    let byte = bytes[place]
    if byte < 0x80 { return letters[Int(byte)] == 0 ? 1 : 0 }
    if byte == 0xc2, place + 1 < bytes.count { return bytes[place + 1] == 0xa0 ? 2 : 0 }
    guard byte == 0xe2, place + 2 < bytes.count, bytes[place + 1] == 0x80 else { return 0 }
    return 0x90...0xa7 ~= bytes[place + 2] ? 3 : 0
  }

  /// Where the word begins in a part of a text that is ASCII; nil if it is not there.
  func offset(in part: ArraySlice<UInt8>) -> Int? {
    guard part.count >= word.count else { return nil }
    let last = place == .beginning ? part.startIndex : part.endIndex - word.count
    return (part.startIndex...last).first { start in
      word.indices.allSatisfy { letters[Int(part[start + $0])] == word[$0] }
    }
  }

  private func findsFolded(in part: ArraySlice<UInt8>) -> Bool {
    String(decoding: part, as: UTF8.self).searchWords.contains {
      place == .beginning ? $0.utf8.starts(with: word) : $0.utf8.contains(word)
    }
  }
}
