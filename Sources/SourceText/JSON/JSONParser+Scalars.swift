import Basics

extension JSONParser {
  struct ScannedText {
    let end: Int
    let isEscaped: Bool
  }

  /// Validates a string, and returns the offset of its closing quote and whether it has escapes.
  ///
  /// - Throws: `SourceFault` for a control character, an invalid escape, invalid UTF-8, a missing
  ///   closing quote or a string over the limit.
  @inline(__always)
  static func readText(
    _ bytes: Span<UInt8>, at quote: Int, limit: Int
  ) throws(SourceFault) -> ScannedText {
    let end = bytes.endOfPlainText(from: quote &+ 1)
    let text =
      end < bytes.count && bytes[end] == ASCII.quote
      ? ScannedText(end: end, isEscaped: false) : try readUnusualText(bytes, from: end)
    let length = text.end &- quote &- 1
    guard length <= limit else { throw SourceFault(.textTooLong(length), at: quote) }
    return text
  }

  private static func readUnusualText(
    _ bytes: Span<UInt8>, from start: Int
  ) throws(SourceFault) -> ScannedText {
    var offset = start
    var isEscaped = false
    while offset < bytes.count {
      switch bytes[offset] {
      case ASCII.quote: return ScannedText(end: offset, isEscaped: isEscaped)
      case ASCII.backslash:
        isEscaped = true
        offset = try endOfEscape(bytes, at: offset)
      case 0x80...:
        guard let length = bytes.lengthOfScalar(at: offset) else {
          throw SourceFault(.notUTF8(bytes[offset]), at: offset)
        }
        offset &+= length
      case ..<ASCII.space:
        throw SourceFault(.unexpected(.endOfTextOrEscape(bytes[offset])), at: offset)
      default: offset = bytes.endOfPlainText(from: offset)
      }
    }
    throw SourceFault(.unexpected(.endOfText), at: offset)
  }

  private static func endOfEscape(_ bytes: Span<UInt8>, at start: Int) throws(SourceFault) -> Int {
    guard start + 1 < bytes.count else {
      throw SourceFault(.unexpected(.endOfText), at: bytes.count)
    }
    switch bytes[start + 1] {
    case ASCII.quote, ASCII.backslash, ASCII.slash, UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"): break
    default: throw SourceFault(.unexpected(.escape), at: start)
    }
    guard let unit = bytes.fourHexadecimalDigits(at: start + 2) else {
      throw SourceFault(.unexpected(.fourHexadecimalDigits), at: start)
    }
    guard UTF16.isSurrogate(unit) else { return start + 6 }
    let next = start + 6
    guard UTF16.isLeadSurrogate(unit), next + 1 < bytes.count, bytes[next] == ASCII.backslash,
      bytes[next + 1] == UInt8(ascii: "u"),
      let second = bytes.fourHexadecimalDigits(at: next + 2), UTF16.isTrailSurrogate(second)
    else { throw SourceFault(.loneSurrogate, at: start) }
    return start + 12
  }

  /// Returns the offset after the number that begins at a digit or minus sign.
  ///
  /// - Throws: `SourceFault` at the start of the number if the number lacks a digit or has a
  ///   leading zero.
  @inline(__always)
  static func endOfNumber(_ bytes: Span<UInt8>, at start: Int) throws(SourceFault) -> Int {
    let first = bytes[start] == ASCII.minus ? start &+ 1 : start
    var end = bytes.endOfDigits(from: first)
    guard end > first else { throw SourceFault(.unexpected(.digitAfterMinus), at: start) }
    guard bytes[first] != ASCII.zero || end == first &+ 1 else {
      throw SourceFault(.unexpected(.numberWithoutLeadingZero), at: start)
    }
    if end < bytes.count, bytes[end] == ASCII.point {
      let digits = end &+ 1
      end = bytes.endOfDigits(from: digits)
      guard end > digits else { throw SourceFault(.unexpected(.digitAfterPoint), at: start) }
    }
    if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
      var digits = end &+ 1
      if digits < bytes.count, bytes[digits] == ASCII.plus || bytes[digits] == ASCII.minus {
        digits &+= 1
      }
      end = bytes.endOfDigits(from: digits)
      guard end > digits else { throw SourceFault(.unexpected(.digitInExponent), at: start) }
    }
    return end
  }
}
