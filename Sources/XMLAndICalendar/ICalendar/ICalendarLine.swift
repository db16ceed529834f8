import Basics
import SourceText

struct ICalendarLine {
  let start: Int
  /// The offset of the line's end, before the terminator.
  let end: Int
  let next: Int
  private let isASCII: Bool

  init(in bytes: Span<UInt8>, from start: Int, endingWith terminator: UInt8) {
    var all: UInt8 = 0
    var end = start
    while end < bytes.count, bytes[end] != terminator {
      all |= bytes[end]
      end += 1
    }
    next = Swift.min(end + 1, bytes.count)
    while end > start, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
    self.start = start
    self.end = end
    isASCII = all < 0x80
  }

  /// Returns the offset of the next nonblank byte in the line, or the end of the line.
  func endOfBlanks(from start: Int, in bytes: Span<UInt8>) -> Int {
    var offset = start
    while offset < end,
      [ASCII.space, ASCII.tab, ASCII.carriageReturn].contains(bytes[offset])
    { offset += 1 }
    return offset
  }

  /// Returns the byte that ends lines: a line feed, or a carriage return if no line feed exists.
  static func terminator(of bytes: Span<UInt8>) -> UInt8 {
    for offset in 0..<bytes.count where bytes[offset] == ASCII.lineFeed { return ASCII.lineFeed }
    return ASCII.carriageReturn
  }

  /// Returns the offset after a name.
  ///
  /// The value `isEscaped` is true if the name has lowercase letters. If no name begins at `start`,
  /// the offset equals `start`.
  func endOfName(from start: Int, in bytes: Span<UInt8>) -> (end: Int, isEscaped: Bool) {
    var offset = start
    var isEscaped = false
    scan: while offset < end {
      switch bytes[offset] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), ASCII.zero...ASCII.nine, ASCII.minus,
        UInt8(ascii: "_"):
        break
      case UInt8(ascii: "a")...UInt8(ascii: "z"): isEscaped = true
      default: break scan
      }
      offset += 1
    }
    return (offset, isEscaped)
  }

  /// Throws a fault if the line is not valid UTF-8.
  func checkText(of bytes: Span<UInt8>) throws(SourceFault) {
    if isASCII { return }
    let text = bytes.extracting(start..<end)
    var offset = 0
    while offset < text.count {
      guard let length = text.lengthOfScalar(at: offset) else {
        throw SourceFault(.notUTF8(text[offset]), at: start + offset)
      }
      offset += length
    }
  }
}

extension Span where Element == UInt8 {
  func decodedName(in range: Range<Int>) -> [UInt8] {
    var name: [UInt8] = []
    name.reserveCapacity(range.count)
    for offset in range {
      let byte = self[offset]
      name.append(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte - 0x20 : byte)
    }
    return name
  }
}

extension [UInt8] {
  /// Returns the decoded UTF-8 text of a property value or a parameter.
  ///
  /// The byte before the range shows whether the range contains a value or a parameter.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the range.
  func decodedLine(in range: Range<Int>) -> [UInt8] {
    // A value follows a colon, or a comma in a list. A parameter follows an equals sign or a quote.
    let before = self[range.lowerBound - 1]
    let isValue = before == ASCII.colon || before == ASCII.comma
    let mark = isValue ? ASCII.backslash : ASCII.caret
    var decoded: [UInt8] = []
    decoded.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let next = offset + 1 < range.upperBound ? self[offset + 1] : 0
      offset += 2
      switch (self[offset - 2], next) {
      case (mark, UInt8(ascii: "n")): decoded.append(ASCII.lineFeed)
      case (mark, mark): decoded.append(mark)
      case (ASCII.backslash, UInt8(ascii: "N")) where isValue: decoded.append(ASCII.lineFeed)
      case (ASCII.backslash, ASCII.comma) where isValue: decoded.append(next)
      case (ASCII.backslash, ASCII.semicolon) where isValue: decoded.append(next)
      case (ASCII.caret, ASCII.apostrophe) where !isValue: decoded.append(ASCII.quote)
      case (let byte, _):
        decoded.append(byte)
        offset -= 1
      }
    }
    return decoded
  }
}
