// A fast word search for `konf search` and SearchQuery, called for every string of a schedule.
// ASCII parts are compared byte by byte.
import Basics

/// A scanner that finds a folded word in strings.
///
/// Only the non-ASCII parts of the strings are folded. The result equals the result of a search in
/// the words of the folded string, with ä, ö and ü in both spellings. Folding entire strings would
/// take many times as long.
package struct WordScanner: Sendable {
  package enum Anchor: Sendable {
    case beginning
    case anywhere
  }

  let word: [UInt8]
  let anchor: Anchor

  /// Creates a scanner for a folded word.
  ///
  /// The word must not be empty and must not contain separators.
  package init(_ word: String, at anchor: Anchor) {
    self.word = Array(word.utf8)
    self.anchor = anchor
  }

  /// The folded form of each byte.
  ///
  /// The value is 0 for ASCII separators, and `beyondASCII` for all non-ASCII bytes.
  private static let letters: [UInt8] = (0..<0x100).map { byte in
    if byte >= 0x80 { return beyondASCII }
    if Unicode.Scalar(UInt8(byte)).separatesWords { return 0 }
    return ASCII.lowercased(UInt8(byte))
  }

  private static let beyondASCII: UInt8 = 0xff

  /// Returns true if a word in a string contains the scanner's word at the position of `anchor`.
  ///
  /// - Complexity: O(*n* · *w*), where *n* is the length of the text and *w* is the length of the
  ///   word. For ASCII words, nearly always O(*n*).
  package func finds(in text: String) -> Bool {
    firstPart(of: text) { part, offset in
      offset != nil || findsFolded(in: text.part(part))
    }
  }

  /// Calls a closure for each part that may match, until the closure returns true.
  ///
  /// A part is the text between two separators. The closure is called for each matching ASCII part,
  /// with the offset of the match. It is also called with a nil offset for each part that contains
  /// non-ASCII characters. The closure must fold such a part. The result is true if the closure
  /// returned true.
  @inline(__always)
  func firstPart(of text: String, isMeant: (Range<Int>, _ offset: Int?) -> Bool) -> Bool {
    text.withUTF8Span { firstPart(of: $0, isMeant: isMeant) }
  }

  @inline(__always)
  private func firstPart(
    of bytes: Span<UInt8>, isMeant: (Range<Int>, _ offset: Int?) -> Bool
  ) -> Bool {
    let letters = Self.letters.span
    // The end of the previous part. All bytes from there to `position` are ASCII.
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

  /// Returns the offset of the next byte that is non-ASCII or equals the first byte of the word.
  ///
  /// Case is ignored. If there is no such byte, the result is the number of bytes.
  @inline(__always)
  private func firstCandidate(in bytes: Span<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let first = word[0]
    // Only letters have a case.
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

  private struct Part {
    var end: Int
    /// The offset after the separator that follows the part.
    var next: Int
    var isASCII = true
    /// The offset of the first match in the ASCII prefix of the part.
    var offset: Int?
  }

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

  /// Returns the length of the non-ASCII separator at an offset, or 0 if no separator begins there.
  ///
  /// The recognized separators are common in English and German: the no-break space, and the
  /// dashes, quotes and dots from U+2010 to U+2027. All other separators are found when the text
  /// around them is folded.
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
      // The word has no separators, so a match lies within one word.
      return anchor == .beginning
        ? folded.hasWord(beginningWith: word) : folded.text.utf8.contains(word)
    }
  }
}

extension String {
  func part(_ bytes: Range<Int>) -> Substring {
    let start = utf8.index(startIndex, offsetBy: bytes.lowerBound)
    return self[start..<utf8.index(start, offsetBy: bytes.count)]
  }
}
