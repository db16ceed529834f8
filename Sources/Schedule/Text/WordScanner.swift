import TextBasics

/// Looks for a folded word in texts without folding them, as far as they are ASCII.
///
/// It finds the same as a search in the words of the folded text, with ä, ö and ü in both spellings; to
/// fold all of a text takes many times as long.
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
    return ASCII.lowercased(UInt8(byte))
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
    text.withUTF8Span { firstPart(of: $0, isMeant: isMeant) }
  }

  @inline(__always)
  private func firstPart(
    of bytes: Span<UInt8>, isMeant: (Range<Int>, _ offset: Int?) -> Bool
  ) -> Bool {
    let letters = Self.letters.span
    // Where the part before ends; all bytes from here to the position are ASCII.
    var end = 0
    var position = firstCandidate(in: bytes, from: 0)
    while position < bytes.count {
      let isInside = position > end && letters[Int(bytes[position - 1])] != 0
      if isInside, anchor == .beginning, bytes[position] < 0x80 {
        position = firstCandidate(in: bytes, from: position + 1)
        continue
      }
      var start = position
      while start > end, letters[Int(bytes[start - 1])] != 0 { start -= 1 }
      let part = part(of: bytes, from: start)
      let offset = part.isASCII ? part.offset : nil
      if !part.isASCII || offset != nil, isMeant(start..<part.end, offset) { return true }
      end = part.next
      position = firstCandidate(in: bytes, from: end)
    }
    return false
  }

  /// Returns the first offset of a byte beyond ASCII, or of one that the word may begin with.
  @inline(__always)
  private func firstCandidate(in bytes: Span<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let first = word[0]
    // What is no letter has no case.
    let ignored: UInt8 = 0x61...0x7a ~= first ? 0x20 : 0
    let wanted = ones &* UInt64(first)
    var offset = start
    while offset <= bytes.count &- 8 {
      let next = bytes.word(at: offset)
      let others = (next | ones &* UInt64(ignored)) ^ wanted
      let hits = ((others &- ones) & ~others | next) & 0x8080_8080_8080_8080
      if hits != 0 { return offset &+ hits.trailingZeroBitCount >> 3 }
      offset &+= 8
    }
    while offset < bytes.count, bytes[offset] < 0x80, bytes[offset] | ignored != first {
      offset &+= 1
    }
    return offset
  }

  /// A part of a text between separators.
  private struct Part {
    var end: Int
    /// The offset after the separator.
    var next: Int
    var isASCII = true
    /// Where the word begins, as far as the part is ASCII.
    var offset: Int?
  }

  /// Reads the part that begins at an offset.
  @inline(__always)
  private func part(of bytes: Span<UInt8>, from start: Int) -> Part {
    let word = word.span
    let letters = Self.letters.span
    var part = Part(end: start, next: start)
    while part.end < bytes.count {
      let letter = letters[Int(bytes[part.end])]
      if letter == Self.beyondASCII || letter == 0 {
        let separator = letter == 0 ? 1 : Self.separatorLength(bytes, at: part.end)
        part.next = part.end + separator
        if separator > 0 { return part }
        part.isASCII = false
      } else if letter == word[0], anchor == .anywhere || part.end == start, part.offset == nil,
        bytes.count - part.end >= word.count
      {
        var length = 1
        while length < word.count, letters[Int(bytes[part.end + length])] == word[length] {
          length += 1
        }
        if length == word.count { part.offset = part.end }
      }
      part.end += 1
    }
    part.next = part.end
    return part
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
    let text = String(part)
    return [Folding.Umlauts.bare, .spelled].contains { umlauts in
      let folded = FoldedName(text, umlauts: umlauts)
      // The word has no separator, so it ends in the word in which it begins.
      return anchor == .beginning
        ? folded.hasWord(beginningWith: word) : folded.text.utf8.contains(word)
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
