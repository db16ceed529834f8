// Byte scans for the parsers of SourceText and XMLAndICalendar, the log reader of ECSStore and the
// word search. Most scans read eight bytes as one word. If a scan tests all bytes of a word at
// once, only the lowest hit is reliable, because a borrow or carry may set bits above the hit.
/// Byte scans that read eight bytes at a time where this is faster.
///
/// Each of the eight loads of a word has a bounds check. The optimizer removes the checks, because
/// the extracted span has eight elements, and merges the loads. So the checks cost nothing here.
extension Span where Element == UInt8 {
  /// Returns the eight bytes at an offset as one word, with the first byte in the lowest position.
  @inlinable @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    let part = extracting(offset..<(offset &+ 8))
    let low =
      UInt64(part[0]) | UInt64(part[1]) << 8 | UInt64(part[2]) << 16 | UInt64(part[3]) << 24
    let high =
      UInt64(part[4]) << 32 | UInt64(part[5]) << 40 | UInt64(part[6]) << 48 | UInt64(part[7]) << 56
    return low | high
  }

  /// Returns the offset of the first byte that is not blank, or `count`.
  ///
  /// Blanks are spaces, tabs, line feeds and carriage returns.
  @inlinable @inline(__always)
  package func endOfBlanks(from start: Int) -> Int {
    var offset = start
    while offset < count {
      switch self[offset] {
      case ASCII.space, ASCII.carriageReturn, ASCII.tab: offset &+= 1
      case ASCII.lineFeed:
        offset &+= 1
        // This is a fast path for the indentation of a line.
        while offset <= count &- 8, word(at: offset) == 0x2020_2020_2020_2020 { offset &+= 8 }
      default: return offset
      }
    }
    return offset
  }

  /// Returns the offset of the first quote, backslash, control or non-ASCII byte, or `count`.
  @inlinable @inline(__always)
  package func endOfPlainText(from start: Int) -> Int {
    var rest = extracting(start..<count)
    while rest.count >= 16 {
      let first = Self.endsOfPlainText(in: rest.word(at: 0))
      let second = Self.endsOfPlainText(in: rest.word(at: 8))
      if first != 0 { return count &- rest.count &+ first.trailingZeroBitCount >> 3 }
      if second != 0 { return count &- rest.count &+ 8 &+ second.trailingZeroBitCount >> 3 }
      rest = rest.extracting(droppingFirst: 16)
    }
    var offset = count &- rest.count
    while offset < count {
      let byte = self[offset]
      if byte == ASCII.quote || byte == ASCII.backslash || byte < ASCII.space || byte >= 0x80 {
        return offset
      }
      offset &+= 1
    }
    return offset
  }

  /// Returns a mask with the high bit set for each byte that ends plain text.
  ///
  /// Only the lowest set bit is reliable.
  @inlinable @inline(__always)
  static func endsOfPlainText(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // The high bit of a difference is set if its byte ends plain text. A borrow can only set bits
    // above such a byte. This is harmless, because only the lowest hit is used.
    let quotes = (word ^ (ones &* UInt64(ASCII.quote))) &- ones
    let backslashes = (word ^ (ones &* UInt64(ASCII.backslash))) &- ones
    let controls = word &- (ones &* UInt64(ASCII.space))
    return (quotes | backslashes | controls | word) & 0x8080_8080_8080_8080
  }

  /// Returns the offset of the first byte outside the range from `lowest` to the tilde.
  ///
  /// The argument `lowest` must not be zero. If all bytes are in the range, the result is `count`.
  @inlinable @inline(__always)
  package func endOfASCII(from start: Int, lowest: UInt8) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits: UInt64 = 0x8080_8080_8080_8080
    var offset = start
    while offset <= count &- 8 {
      let word = word(at: offset)
      // A borrow or carry can only set bits above a byte that is a true hit.
      let hits = ((word &- (ones &* UInt64(lowest))) | word | (word &+ ones)) & highBits
      if hits != 0 { return offset &+ hits.trailingZeroBitCount >> 3 }
      offset &+= 8
    }
    while offset < count, self[offset] >= lowest, self[offset] < 0x7F { offset &+= 1 }
    return offset
  }

  /// Returns a mask with the high bit set for each `<`, `&` and control byte.
  ///
  /// Only the lowest set bit is reliable.
  @inlinable @inline(__always)
  package static func markup(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let brackets = word ^ (ones &* UInt64(ASCII.lessThan))
    let ampersands = word ^ (ones &* UInt64(ASCII.ampersand))
    let controls = (word &- (ones &* UInt64(ASCII.space))) & ~word
    let hits = (brackets &- ones) & ~brackets | (ampersands &- ones) & ~ampersands | controls
    return hits & 0x8080_8080_8080_8080
  }

  /// Returns a mask with the high bit set for each byte equal to the given byte.
  ///
  /// Only the lowest set bit is reliable: after a marked byte, a byte that differs from the given
  /// byte only in its lowest bit is also marked.
  @inlinable @inline(__always)
  package static func places(of byte: UInt8, in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let others = word ^ (ones &* UInt64(byte))
    return (others &- ones) & ~others & 0x8080_8080_8080_8080
  }

  /// Returns the offset of the first occurrence of a byte, or `count` if it does not occur.
  @inlinable @inline(__always)
  package func firstOffset(of byte: UInt8, from start: Int) -> Int {
    var offset = start
    while offset <= count &- 8 {
      let hits = Self.places(of: byte, in: word(at: offset))
      if hits != 0 { return offset &+ hits.trailingZeroBitCount >> 3 }
      offset &+= 8
    }
    while offset < count, self[offset] != byte { offset &+= 1 }
    return offset
  }

  /// Returns the offset of the first byte not greater than a carriage return (0x0D), or `count`.
  ///
  /// Such a byte is a line break or another control character, such as a tab.
  @inlinable @inline(__always)
  package func endOfLine(from start: Int) -> Int {
    let highBits: UInt64 = 0x8080_8080_8080_8080
    let limits: UInt64 = 0x0E0E_0E0E_0E0E_0E0E
    var offset = start
    while offset <= count &- 16 {
      // A borrow can only set bits above a byte that is a hit itself.
      let (first, second) = (word(at: offset), word(at: offset &+ 8))
      let hits = (first &- limits) & ~first & highBits
      let laterHits = (second &- limits) & ~second & highBits
      if hits != 0 { return offset &+ hits.trailingZeroBitCount >> 3 }
      if laterHits != 0 { return offset &+ 8 &+ laterHits.trailingZeroBitCount >> 3 }
      offset &+= 16
    }
    while offset < count, self[offset] > ASCII.carriageReturn { offset &+= 1 }
    return offset
  }

  /// The number of Unicode scalars.
  ///
  /// It equals the number of bytes that are not continuation bytes.
  @inlinable
  package var scalarCount: Int {
    var number = 0
    var offset = 0
    while offset <= count &- 8 {
      let word = word(at: offset)
      let continued = word & ~(word << 1) & 0x8080_8080_8080_8080
      number &+= continued == 0 ? 8 : 8 &- continued.nonzeroBitCount
      offset &+= 8
    }
    while offset < count {
      if self[offset] & 0xC0 != 0x80 { number &+= 1 }
      offset &+= 1
    }
    return number
  }

  /// Returns the offset of the first byte that is not a decimal digit, or `count`.
  @inlinable @inline(__always)
  package func endOfDigits(from start: Int) -> Int {
    var offset = start
    while offset < count, ASCII.zero...ASCII.nine ~= self[offset] { offset &+= 1 }
    return offset
  }

  /// Returns true if the ranges of a given length at two offsets contain the same bytes.
  @inlinable @inline(__always)
  package func hasEqualBytes(_ first: Int, _ second: Int, count length: Int) -> Bool {
    var left = extracting(first..<count)
    var right = extracting(second..<count)
    var rest = length
    while left.count >= 8, right.count >= 8 {
      let difference = left.word(at: 0) ^ right.word(at: 0)
      // The bytes after the ranges are shifted out.
      if rest <= 8 {
        return rest == 0 || difference &<< UInt64(truncatingIfNeeded: 64 &- 8 &* rest) == 0
      }
      if difference != 0 { return false }
      left = left.extracting(droppingFirst: 8)
      right = right.extracting(droppingFirst: 8)
      rest &-= 8
    }
    return left.extracting(first: rest).hasSameBytes(as: right.extracting(first: rest))
  }

  /// Returns true if another span contains the same bytes.
  @inlinable @inline(__always)
  package func hasSameBytes(as other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    // The last eight bytes are compared first, so the loop need not end within a word.
    if count >= 8, word(at: count &- 8) != other.word(at: count &- 8) { return false }
    var (left, right) = (self, other)
    while left.count >= 8, right.count >= 8 {
      if left.word(at: 0) != right.word(at: 0) { return false }
      left = left.extracting(droppingFirst: 8)
      right = right.extracting(droppingFirst: 8)
    }
    if count >= 8 { return true }
    for offset in left.indices where left[offset] != right[offset] { return false }
    return true
  }

  /// Returns true if the bytes of another span start at an offset.
  @inlinable @inline(__always)
  package func hasBytes(_ other: Span<UInt8>, at start: Int) -> Bool {
    start &+ other.count <= count
      && extracting(start..<(start &+ other.count)).hasSameBytes(as: other)
  }

  /// Returns true if an ASCII word starts at an offset.
  @inlinable @inline(__always)
  package func hasWord(_ word: String, at offset: Int) -> Bool {
    var place = offset
    for unit in word.utf8 {
      guard place < count, self[place] == unit else { return false }
      place &+= 1
    }
    return true
  }

  /// Returns true if an ASCII word starts at an offset, ignoring case.
  ///
  /// The argument `word` must be uppercase.
  package func hasWord(_ word: String, ignoringCaseAt offset: Int) -> Bool {
    var place = offset
    for unit in word.utf8 {
      guard place < count else { return false }
      let byte = self[place]
      guard (UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte - 0x20 : byte) == unit else {
        return false
      }
      place &+= 1
    }
    return true
  }

  /// Returns the length in bytes of the UTF-8 sequence at an offset, or nil if it is invalid.
  ///
  /// Overlong forms, surrogates and numbers above U+10FFFF are invalid (Unicode, table 3-7).
  package func lengthOfScalar(at offset: Int) -> Int? {
    let lead = self[offset]
    switch lead {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: return follows(offset, 0x80...0xBF, 1)
    case 0xE0: return follows(offset, 0xA0...0xBF, 2)
    case 0xED: return follows(offset, 0x80...0x9F, 2)
    case 0xE1...0xEF: return follows(offset, 0x80...0xBF, 2)
    case 0xF0: return follows(offset, 0x90...0xBF, 3)
    case 0xF1...0xF3: return follows(offset, 0x80...0xBF, 3)
    case 0xF4: return follows(offset, 0x80...0x8F, 3)
    default: return nil
    }
  }

  @inline(__always)
  private func follows(_ lead: Int, _ second: ClosedRange<UInt8>, _ tail: Int) -> Int? {
    guard lead &+ tail < count, second ~= self[lead &+ 1] else { return nil }
    for offset in (lead + 2)..<(lead + tail + 1) where self[offset] & 0xC0 != 0x80 { return nil }
    return tail + 1
  }
}
