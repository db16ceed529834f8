/// One line of a text with the lines that continue it, which begin with a blank.
struct ICalendarLine {
  let start: Int
  /// The offset after the last byte before the line's end.
  let end: Int
  /// The offset of the next line.
  let next: Int
  private let isFolded: Bool
  private let isASCII: Bool

  /// Finds the end of the line that begins at an offset.
  init(in bytes: Span<UInt8>, from start: Int) {
    var isFolded = false
    var all: UInt8 = 0
    var offset = start
    var end = bytes.count
    while offset < bytes.count {
      let byte = bytes[offset]
      all |= byte
      offset += 1
      guard byte == ASCII.lineFeed else { continue }
      guard offset < bytes.count, bytes[offset] == ASCII.space || bytes[offset] == ASCII.tab else {
        end = offset - 1
        break
      }
      isFolded = true
    }
    while end > start, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
    self.start = start
    self.end = end
    next = offset
    self.isFolded = isFolded
    isASCII = all < 0x80
  }

  /// Returns the offset after folds, or the same offset if there are none.
  func endOfFolds(at start: Int, in bytes: Span<UInt8>) -> Int {
    var offset = start
    while isFolded, offset < end, let next = bytes.endOfFold(at: offset) { offset = next }
    return min(offset, end)
  }

  /// Returns the offset after a name, or the same offset if there is none; and whether the name
  /// is written otherwise than in upper case.
  func endOfName(from start: Int, in bytes: Span<UInt8>) -> (end: Int, isEscaped: Bool) {
    var offset = start
    var isEscaped = false
    while offset < end {
      switch bytes[offset] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), ASCII.zero...ASCII.nine, ASCII.minus,
        UInt8(ascii: "_"):
        offset += 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        isEscaped = true
        offset += 1
      default:
        let afterFold = endOfFolds(at: offset, in: bytes)
        guard afterFold > offset else { return (offset, isEscaped) }
        isEscaped = true
        offset = afterFold
      }
    }
    return (offset, isEscaped)
  }

  /// Checks that the line is UTF-8, whose characters may be parted by folds.
  func checkText(of bytes: Span<UInt8>) throws(SourceFault) {
    if isASCII { return }
    let unfolded = isFolded ? bytes.unfolded(in: start..<end) : []
    let text = isFolded ? unfolded.span : bytes.extracting(start..<end)
    var offset = 0
    while offset < text.count {
      guard let length = text.lengthOfScalar(at: offset) else {
        throw SourceFault(.notUTF8(text[offset]), at: isFolded ? start : start + offset)
      }
      offset += length
    }
  }
}

extension Span where Element == UInt8 {
  /// Returns the offset after the line end and blank that begin at an offset, if they do.
  func endOfFold(at start: Int) -> Int? {
    var offset = start
    while offset < count, self[offset] == ASCII.carriageReturn { offset += 1 }
    guard offset + 1 < count, self[offset] == ASCII.lineFeed,
      self[offset + 1] == ASCII.space || self[offset + 1] == ASCII.tab
    else { return nil }
    return offset + 2
  }

  /// Returns the bytes of a line without its folds.
  func unfolded(in range: Range<Int>) -> [UInt8] {
    var unfolded: [UInt8] = []
    unfolded.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = self[offset]
      if byte == ASCII.carriageReturn || byte == ASCII.lineFeed,
        let end = endOfFold(at: offset)
      {
        offset = end
      } else {
        unfolded.append(byte)
        offset += 1
      }
    }
    return unfolded
  }

  /// Returns a name without its folds and in upper case.
  func decodedName(in range: Range<Int>) -> [UInt8] {
    unfolded(in: range).map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 ? $0 - 0x20 : $0 }
  }
}

extension [UInt8] {
  /// Returns the text that a value or parameter of iCalendar stands for.
  ///
  /// - Parameter range: The value without its colon, or the parameter without its quotes.
  /// - Returns: The text in UTF-8.
  /// - Complexity: O(*m*), where *m* is the length of the range.
  func decodedLine(in range: Range<Int>) -> [UInt8] {
    let bytes = self
    let written = bytes.span.unfolded(in: range)
    // Values begin after a colon, or a comma in a list; parameters after a sign, quote or fold.
    let before = bytes[range.lowerBound - 1]
    let isValue = before == ASCII.colon || before == ASCII.comma
    let mark = isValue ? ASCII.backslash : ASCII.caret
    var decoded: [UInt8] = []
    decoded.reserveCapacity(written.count)
    var offset = 0
    while offset < written.count {
      let next = offset + 1 < written.count ? written[offset + 1] : 0
      offset += 2
      switch (written[offset - 2], next) {
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
