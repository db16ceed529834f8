// Tests whether prose may contain the words of a search, without decoding the prose. Converters of
// prose test the raw value if ScheduleImport.Prose lists words. False positives are allowed. False
// negatives are not, because a search would then miss a talk.

import Basics
import SourceText

/// A filter that finds prose that may contain one of several words.
///
/// The filter examines the raw bytes of the file. Reading prose takes many times as long as
/// scanning it, because references and tags must be decoded. A search therefore reads only the
/// prose that passes the filter. The filter never rejects prose that contains a word. It may also
/// accept prose without the words, because some markup can join or produce letters. Examples are a
/// tag between two letters, a reference, an escape and a letter beyond ASCII.
struct WordFilter: Sendable {
  /// The words in lowercase, or nil if all prose passes.
  private let words: [[UInt8]]?

  /// Creates a filter for case-folded words.
  ///
  /// If one of the words can occur in readable prose but not in its raw bytes, all prose passes the
  /// filter.
  init(_ words: [String]) {
    self.words = words.allSatisfy(Self.canBeMissed) ? words.map { Array($0.utf8) } : nil
  }

  private static let added = ["https", "amp", "lt", "gt", "quot", "apos", "nbsp", "xd"]

  /// Returns true if prose that contains the word also contains it in its raw bytes.
  ///
  /// Some words appear only when prose is read. Reading adds numbers to list items and `https:` to
  /// addresses without a scheme. HTML references are decoded only if the prose has tags; otherwise
  /// the names of the references remain in the prose.
  private static func canBeMissed(_ word: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return word.utf8.allSatisfy { letters ~= $0 || ASCII.zero...ASCII.nine ~= $0 }
      && word.utf8.contains(where: letters.contains)
      && !added.contains { $0.utf8.contains(word.utf8) }
  }

  /// Returns true if a value may contain one of the words, or if the value is not a string.
  ///
  /// If the filter has an empty list of words, the result is always false.
  ///
  /// - Complexity: O(*n* · *w*), where *n* is the length of the value and *w* the number of words.
  func mayHaveWord(in value: SourceValue) -> Bool {
    guard let words else { return true }
    if words.isEmpty { return false }
    return value.content.withWrittenText { text, syntax in
      words.contains { WrittenForm(syntax: syntax).mayHave($0, in: text) }
    } ?? true
  }
}

/// A scanner that finds a word in raw text, even if markup separates the letters.
private struct WrittenForm {
  let syntax: SourceSyntax

  func mayHave(_ word: [UInt8], in bytes: Span<UInt8>) -> Bool {
    var offset = firstMark(of: word[0], in: bytes, from: 0)
    var endOfLink = 0
    while offset < bytes.count {
      let next: Int?
      switch bytes[offset] {
      case ASCII.lessThan:
        // In XML, an unescaped bracket begins a CDATA section or a comment.
        next = syntax == .xml ? nil : endOfTag(at: offset, name: offset + 1, in: bytes, &endOfLink)
      case ASCII.ampersand where syntax == .xml && bytes.hasWord("lt;", at: offset + 1):
        next = endOfTag(at: offset, name: offset + 4, in: bytes, &endOfLink)
      case ASCII.ampersand: next = endOfReference(at: offset, in: bytes)
      case ASCII.backslash where syntax != .xml: next = endOfEscape(at: offset, in: bytes)
      case 0x80...: next = endOfSeparator(at: offset, in: bytes)
      default: next = has(word, in: bytes, at: offset) ? nil : offset + 1
      }
      guard let next else { return true }
      offset = firstMark(of: word[0], in: bytes, from: next)
    }
    return false
  }

  /// Returns the offset of the first byte that may begin the word.
  ///
  /// Such a byte is the word's first character in either case, the start of a tag, a reference or
  /// an escape, or a byte beyond ASCII. If no such byte follows, the result is the end of the
  /// bytes.
  @inline(__always)
  private func firstMark(of first: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Digits have no case, so no bit is ignored.
    let ignored: UInt8 = first > ASCII.nine ? 0x20 : 0
    var offset = start
    while offset <= bytes.count &- 8 {
      let word = bytes.word(at: offset)
      let letters = (word | ones &* UInt64(ignored)) ^ (ones &* UInt64(first))
      let brackets = word ^ (ones &* UInt64(ASCII.lessThan))
      let ampersands = word ^ (ones &* UInt64(ASCII.ampersand))
      let backslashes = word ^ (ones &* UInt64(ASCII.backslash))
      // A borrow can only set bits above the lowest hit.
      let hits =
        (letters &- ones) & ~letters | (brackets &- ones) & ~brackets
        | (ampersands &- ones) & ~ampersands | (backslashes &- ones) & ~backslashes | word
      let marks = hits & 0x8080_8080_8080_8080
      if marks != 0 { return offset &+ marks.trailingZeroBitCount >> 3 }
      offset &+= 8
    }
    while offset < bytes.count {
      switch bytes[offset] {
      case ASCII.lessThan, ASCII.ampersand, ASCII.backslash, 0x80...: return offset
      case let byte: if byte | ignored == first { return offset }
      }
      offset &+= 1
    }
    return offset
  }

  private func has(_ word: [UInt8], in bytes: Span<UInt8>, at offset: Int) -> Bool {
    guard offset <= bytes.count - word.count else { return false }
    var place = 1
    while place < word.count {
      let isLetter = word[place] > ASCII.nine
      if bytes[offset + place] | (isLetter ? 0x20 : 0) != word[place] { return false }
      place += 1
    }
    return true
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    ASCII.zero...ASCII.nine ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      || byte >= 0x80
  }

  // MARK: Characters

  /// Returns the offset after an escape that is not a letter, or nil if the escape may be a letter.
  private func endOfEscape(at start: Int, in bytes: Span<UInt8>) -> Int? {
    start + 1 < bytes.count && bytes[start + 1] != UInt8(ascii: "u") ? start + 2 : nil
  }

  /// Returns the offset after a dash, quote or space beyond ASCII.
  ///
  /// The result is nil if the character may be a letter.
  private func endOfSeparator(at start: Int, in bytes: Span<UInt8>) -> Int? {
    if bytes[start] == 0xC2, start + 1 < bytes.count, bytes[start + 1] == 0xA0 { return start + 2 }
    guard bytes[start] == 0xE2, start + 2 < bytes.count, bytes[start + 1] == 0x80,
      0x90...0xA7 ~= bytes[start + 2]
    else { return nil }
    return start + 3
  }

  private static let references = [
    "quot;", "apos;", "#39;", "#34;", "#10;", "#13;", "#9;", "#xD;", "nbsp;",
  ]

  /// Returns the offset after a character reference that cannot stand for a letter.
  ///
  /// The result is nil for any other reference.
  private func endOfReference(at start: Int, in bytes: Span<UInt8>) -> Int? {
    var name = start + 1
    if syntax == .xml {
      guard bytes.hasWord("amp;", at: name) else { return endOfKnownReference(name, in: bytes) }
      // The decoded ampersand may begin an HTML reference.
      name += 4
    }
    guard name < bytes.count, Self.isOfWord(bytes[name]) || bytes[name] == UInt8(ascii: "#") else {
      return name
    }
    return bytes.hasWord("amp;", at: name)
      ? name + 4 : bytes.hasWord("lt;", at: name) ? name + 3 : endOfKnownReference(name, in: bytes)
  }

  private func endOfKnownReference(_ name: Int, in bytes: Span<UInt8>) -> Int? {
    if bytes.hasWord("gt;", at: name) { return name + 3 }
    return Self.references.first { bytes.hasWord($0, at: name) }.map { name + $0.utf8.count }
  }

  // MARK: Tags

  private static let separating = [
    "p", "br", "li", "ul", "ol", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "td", "th", "tr",
    "dt", "dd", "table", "blockquote", "pre",
  ]

  /// Returns the offset where scanning continues in a tag.
  ///
  /// The result is nil if removing the tag may join letters. The name of the tag is scanned, too,
  /// because an apparent tag may be text. The argument `endOfLink` is the end of the last scanned
  /// link tag. A link tag that begins before this end is not scanned, so the total time is linear.
  private func endOfTag(
    at start: Int, name: Int, in bytes: Span<UInt8>, _ endOfLink: inout Int
  ) -> Int? {
    let isClosing = name < bytes.count && bytes[name] == ASCII.slash
    let name = isClosing ? name + 1 : name
    var end = name
    while end < bytes.count, bytes[end] < 0x80, Self.isOfWord(bytes[end]) { end += 1 }
    if !isClosing, end == name + 1, bytes[name] | 0x20 == UInt8(ascii: "a") {
      guard start >= endOfLink, let next = endOfHarmlessLink(in: bytes, from: end) else {
        return nil
      }
      endOfLink = next
    }
    guard start > 0, Self.isOfWord(bytes[start - 1]) else { return name }
    let isSeparating = Self.separating.contains {
      $0.utf8.count == end - name && bytes.hasWord($0, at: name)
    }
    if isSeparating { return name }
    // A closing tag is followed to its end only if it is simple.
    guard isClosing, let after = endOfBracket(at: end, in: bytes) else { return nil }
    return mayBeLetter(at: after, in: bytes) ? nil : name
  }

  private func mayBeLetter(at offset: Int, in bytes: Span<UInt8>) -> Bool {
    guard offset < bytes.count else { return false }
    switch bytes[offset] {
    case ASCII.lessThan, ASCII.ampersand: return true
    case ASCII.backslash where syntax != .xml: return endOfEscape(at: offset, in: bytes) == nil
    case let byte: return Self.isOfWord(byte)
    }
  }

  private func endOfBracket(at offset: Int, in bytes: Span<UInt8>) -> Int? {
    if offset < bytes.count, bytes[offset] == ASCII.greaterThan { return offset + 1 }
    return syntax == .xml && bytes.hasWord("&gt;", at: offset) ? offset + 4 : nil
  }

  /// Returns the end of a link tag, or nil if its address may join letters.
  ///
  /// The readable text contains the address without its blanks.
  private func endOfHarmlessLink(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var offset = start
    var quote: UInt8 = 0
    var isAddress = false
    while offset < bytes.count {
      let byte = bytes[offset]
      var length = 1
      var sign = byte == ASCII.quote || byte == ASCII.apostrophe ? byte : 0
      if byte == ASCII.ampersand, syntax == .xml {
        if bytes.hasWord("&quot;", at: offset) { (sign, length) = (ASCII.quote, 6) }
        if bytes.hasWord("&apos;", at: offset) { (sign, length) = (ASCII.apostrophe, 6) }
        if bytes.hasWord("&#39;", at: offset) { (sign, length) = (ASCII.apostrophe, 5) }
        if bytes.hasWord("&#34;", at: offset) { (sign, length) = (ASCII.quote, 5) }
      }
      if quote != 0 {
        if sign == quote {
          quote = 0
        } else if isAddress, byte <= ASCII.space || byte == ASCII.backslash {
          // In JSON, the quote itself follows a backslash.
          let isQuote = offset + 1 < bytes.count && bytes[offset + 1] == quote
          if byte <= ASCII.space || !isQuote { return nil }
        }
      } else if sign != 0 {
        quote = sign
        isAddress = mayBeginAddress(offset, in: bytes)
      } else if endOfBracket(at: offset, in: bytes) != nil {
        return offset
      }
      offset += length
    }
    return nil
  }

  /// Returns true if the attribute before a quote may be `href`.
  ///
  /// Only the last letter of the attribute's name is tested.
  private func mayBeginAddress(_ quote: Int, in bytes: Span<UInt8>) -> Bool {
    var offset = quote - 1
    let first = max(0, quote - 4)
    while offset > first, !Self.isOfWord(bytes[offset]) { offset -= 1 }
    return !Self.isOfWord(bytes[offset]) || bytes[offset] | 0x20 == UInt8(ascii: "f")
  }
}
