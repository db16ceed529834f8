import Basics
import SourceText

extension ICalendarParser {
  mutating func readProperty(
    _ key: SourceKeyMark, from start: Int, _ line: ICalendarLine, _ bytes: Span<UInt8>
  ) throws(SourceFault) {
    guard bytes[start] == ASCII.semicolon else {
      return try readValue(key, from: start + 1, line, bytes)
    }
    let token = tokens.count
    try append(SourceToken(.object, start: line.start, end: line.start, key: key))
    var offset = start
    while bytes[offset] == ASCII.semicolon {
      try readParameter(bytes, &offset, line)
    }
    try readValue(key, from: offset + 1, line, bytes)
    tokens[token].end = UInt32(truncatingIfNeeded: tokens.count)
  }

  /// Reads a semicolon and the parameter that follows the semicolon.
  ///
  /// The offset advances to the semicolon or colon that ends the parameter.
  private mutating func readParameter(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ line: ICalendarLine
  ) throws(SourceFault) {
    let start = offset + 1
    let name = line.endOfName(from: start, in: bytes)
    guard name.end > start, name.end < line.end, bytes[name.end] == ASCII.equals else {
      throw Self.fault(.parameter, at: start)
    }
    let key = try key(start..<name.end, isEscaped: name.isEscaped, bytes)
    var valueStart = name.end + 1
    offset = valueStart
    var isQuoted = false
    var quotes = 0
    var latestQuote = offset
    var isEscaped = false
    scan: while offset < line.end {
      switch bytes[offset] {
      case ASCII.quote:
        isQuoted.toggle()
        quotes += 1
        latestQuote = offset
      case ASCII.colon where !isQuoted, ASCII.semicolon where !isQuoted: break scan
      case ASCII.caret: isEscaped = true
      default: break
      }
      offset += 1
    }
    guard !isQuoted else { throw Self.fault(.closingQuote, at: start) }
    guard offset < line.end else { throw Self.fault(.colonOrNextParameter, at: start) }
    var valueEnd = offset
    // Multiple values are stored with their quotes, so that they remain distinct.
    if quotes == 2, bytes[valueStart] == ASCII.quote, latestQuote + 1 == offset {
      valueStart += 1
      valueEnd = latestQuote
    }
    try appendText(valueStart..<valueEnd, isEscaped: isEscaped, key)
  }

  /// Reads the value of a property.
  ///
  /// The value is a list for `CATEGORIES` and `RESOURCES`.
  private mutating func readValue(
    _ key: SourceKeyMark, from start: Int, _ line: ICalendarLine, _ bytes: Span<UInt8>
  ) throws(SourceFault) {
    let isList =
      bytes.hasWord("CATEGORIES", ignoringCaseAt: line.start)
      || bytes.hasWord("RESOURCES", ignoringCaseAt: line.start)
    let token = tokens.count
    var partStart = start
    var isEscaped = false
    var offset = start
    while offset < line.end {
      switch bytes[offset] {
      case ASCII.backslash:
        isEscaped = true
        offset += 1
      case ASCII.comma where isList:
        if partStart == start {
          try append(SourceToken(.array, start: start, end: start, key: key))
        }
        try appendText(partStart..<offset, isEscaped: isEscaped, .none)
        partStart = offset + 1
        isEscaped = false
      default: break
      }
      offset += 1
    }
    guard partStart > start else {
      return try appendText(start..<line.end, isEscaped: isEscaped, key)
    }
    try appendText(partStart..<line.end, isEscaped: isEscaped, .none)
    tokens[token].end = UInt32(truncatingIfNeeded: tokens.count)
  }

  private mutating func appendText(
    _ range: Range<Int>, isEscaped: Bool, _ key: SourceKeyMark
  ) throws(SourceFault) {
    guard range.count <= limits.textBytes else {
      throw SourceFault(.textTooLong(range.count), at: range.lowerBound)
    }
    try append(
      SourceToken(
        isEscaped ? .escapedText : .text, start: range.lowerBound, end: range.upperBound, key: key))
  }
}
