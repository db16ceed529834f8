/// Looks for a folded word in texts without folding them, as far as they are ASCII.
///
/// It finds the same as a search in the words that `String.searchWords` returns; to make all words
/// of a text takes twenty times as long.
package struct WordScanner: Sendable {
  /// Where in a word of the text the word is looked for.
  package enum Anchor: Sendable {
    /// A word of the text has to begin with it.
    case beginning
    /// It may be anywhere in a word of the text.
    case anywhere
  }

  let word: [UInt8]
  let anchor: Anchor

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - word: A folded word, which is not empty and has no sign that separates words.
  ///   - anchor: Where in a word of the text it has to be.
  package init(_ word: String, at anchor: Anchor) {
    self.word = Array(word.utf8)
    self.anchor = anchor
  }

  /// The folded form of each byte of ASCII; 0 for those between words, and for others a byte that is no
  /// letter.
  private static let letters: [UInt8] = (0..<0x100).map { byte in
    if byte >= 0x80 { return beyondASCII }
    if Unicode.Scalar(UInt8(byte)).separatesWords { return 0 }
    return 0x41...0x5a ~= byte ? UInt8(byte) + 0x20 : UInt8(byte)
  }

  private static let beyondASCII: UInt8 = 0xff

  /// Returns whether a word of a text has the word where it has to be.
  ///
  /// - Parameter text: Any text.
  /// - Returns: Whether there is such a word.
  /// - Complexity: O(*n* · *w*), where *n* is the length of the text and *w* that of the word; for
  ///   words in ASCII nearly always O(*n*).
  package func finds(in text: String) -> Bool {
    firstPart(of: text) { part, offset in
      offset != nil || findsFolded(in: text.part(part))
    }
  }

  /// Goes through the parts of a text between separators, until one is as it should be.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - isMeant: Is called for each part in ASCII in which the word is where it has to be, with the
  ///     offset of the word; and with nil for each other part that is not ASCII, which has to be folded.
  /// - Returns: Whether one is as it should be.
  @inline(__always)
  func firstPart(of text: String, isMeant: (Range<Int>, _ offset: Int?) -> Bool) -> Bool {
    let answer = text.utf8.withContiguousStorageIfAvailable { buffer in
      firstPart(of: buffer.span, isMeant: isMeant)
    }
    return answer ?? firstPart(of: Array(text.utf8).span, isMeant: isMeant)
  }

  @inline(__always)
  private func firstPart(
    of bytes: Span<UInt8>, isMeant: (Range<Int>, _ offset: Int?) -> Bool
  ) -> Bool {
    let word = word.span
    let letters = Self.letters.span
    let first = word[0]
    let isAnywhere = anchor == .anywhere
    var start = 0
    var isASCII = true
    var offset: Int?
    var position = 0
    while position <= bytes.count {
      // The end is a separator, too.
      let letter = position < bytes.count ? letters[Int(bytes[position])] : 0
      if letter != 0, letter != Self.beyondASCII {
        if letter == first, isAnywhere || position == start, offset == nil,
          bytes.count - position >= word.count
        {
          var length = 1
          while length < word.count, letters[Int(bytes[position + length])] == word[length] {
            length += 1
          }
          if length == word.count { offset = position }
        }
        position += 1
        continue
      }
      let separator = letter == 0 ? 1 : Self.separatorLength(bytes, at: position)
      if separator == 0 {
        isASCII = false
        position += 1
        continue
      }
      if !isASCII {
        if isMeant(start..<position, nil) { return true }
      } else if let offset, isMeant(start..<position, offset) {
        return true
      }
      position += separator
      start = position
      isASCII = true
      offset = nil
    }
    return false
  }

  /// The number of bytes beyond ASCII from an offset on that separate words; 0 if there are none.
  ///
  /// It knows the separators that are common in English and German: the blank that does not break, and
  /// U+2010 to U+2027, which are dashes, quotes and dots. Other separators of words are found when the
  /// text around them is folded.
  private static func separatorLength(_ bytes: Span<UInt8>, at anchor: Int) -> Int {
    let byte = bytes[anchor]
    if byte == 0xc2, anchor + 1 < bytes.count { return bytes[anchor + 1] == 0xa0 ? 2 : 0 }
    guard byte == 0xe2, anchor + 2 < bytes.count, bytes[anchor + 1] == 0x80 else { return 0 }
    return 0x90...0xa7 ~= bytes[anchor + 2] ? 3 : 0
  }

  private func findsFolded(in part: Substring) -> Bool {
    String(part).searchWords.contains {
      anchor == .beginning ? $0.utf8.starts(with: word) : $0.utf8.contains(word)
    }
  }
}

extension String {
  /// The part of a text that some of its bytes are.
  func part(_ bytes: Range<Int>) -> Substring {
    let start = utf8.index(startIndex, offsetBy: bytes.lowerBound)
    return self[start..<utf8.index(start, offsetBy: bytes.count)]
  }
}
