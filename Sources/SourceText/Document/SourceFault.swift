// The errors of the parsers, and their conversion to a `SourceError` with position and found text.
// All parsers throw faults; `SourceDocument` converts them after parsing.
// A fault is small, so that the inner loops of the parsers stay fast.

import TextBasics

/// A parser error: an offset and a reason, small enough to be thrown from inner loops.
///
/// `SourceError.init(_:in:lines:limits:syntax:)` determines the message and the position later.
struct SourceFault: Error {
  enum Reason {
    case unexpected(SourceError.Expectation)
    /// An element or component without its end; the range contains its name.
    case missingEnd(Range<Int>)
    /// A declaration of another encoding; the range contains its name.
    case otherEncoding(Range<Int>)
    case notUTF8(UInt8)
    case loneSurrogate
    case tooDeep
    case textTooLong(Int)
    case tooManyValues
    case tooManyKeys
  }

  let offset: Int
  let reason: Reason

  init(_ reason: Reason, at offset: Int) {
    self.offset = offset
    self.reason = reason
  }

  /// True if a limit is exceeded; parsers never skip such a fault.
  var isOverLimit: Bool {
    switch reason {
    case .tooDeep, .textTooLong, .tooManyValues, .tooManyKeys: true
    default: false
    }
  }
}

extension SourceError {
  /// Creates the error for a parser fault, with its position in the file.
  init(
    _ fault: SourceFault, in text: UnfoldedText, lines: LineIndex, limits: SourceLimits,
    syntax: SourceSyntax
  ) {
    let bytes = text.bytes
    let span = bytes.span
    func positionInFile(of offset: Int) -> SourcePosition {
      lines.position(of: text.fileOffset(of: offset), in: text.file)
    }
    var offset = fault.offset
    switch fault.reason {
    case .unexpected(let expectation)
    where syntax != .json && (offset == bytes.count || span.lengthOfScalar(at: offset) != nil):
      kind = .unexpected(span.found(at: offset, syntax), expectation)
    case .missingEnd(let name):
      let start = syntax == .xml ? name.lowerBound - 1 : name.lowerBound
      kind = .missingEnd(
        span.found(at: offset, syntax), name: span.text(name),
        start: positionInFile(of: start))
    case .unexpected(let expectation):
      let start = span.startOfBrokenWord(at: offset, expectation)
      if start < offset {
        offset = start
        kind = .unexpected(.text(span.word(from: offset)), .value)
      } else if offset < bytes.count, span.lengthOfScalar(at: offset) == nil {
        kind = .notUTF8(bytes[offset])
      } else {
        kind = .unexpected(span.found(at: offset), expectation)
      }
    case .otherEncoding(let name): kind = .otherEncoding(span.text(name))
    case .notUTF8(let byte): kind = .notUTF8(byte)
    case .loneSurrogate: kind = .loneSurrogate(span.fourHexadecimalDigits(at: offset + 2) ?? 0)
    case .tooDeep: kind = .tooDeep(limits.depth)
    case .textTooLong(let count): kind = .textTooLong(count, limits.textBytes)
    case .tooManyValues: kind = .tooManyValues(limits.values)
    case .tooManyKeys: kind = .tooManyKeys(limits.keys)
    }
    position = positionInFile(of: offset)
  }
}

extension Span where Element == UInt8 {
  /// Returns the start of a word that the parser read only in part, such as `truex` or `12abc`; for
  /// any other fault, returns the offset.
  ///
  /// The parser reads `true` and stops at the `x`, but the message must show the whole word.
  fileprivate func startOfBrokenWord(at offset: Int, _ expectation: SourceError.Expectation) -> Int
  {
    switch expectation {
    case .commaOrEndOfList, .commaOrEndOfObject, .end: break
    default: return offset
    }
    guard offset < count, ASCII.isWord(self[offset]) else { return offset }
    var start = offset
    while start > 0, ASCII.isWord(self[start - 1]) { start -= 1 }
    return start
  }

  fileprivate func found(at offset: Int) -> SourceError.Found {
    guard offset < count else { return foundEnd }
    let next = offset + 1 < count ? self[offset + 1] : 0
    switch self[offset] {
    case ASCII.slash where next == ASCII.slash || next == UInt8(ascii: "*"): return .comment
    case ASCII.backslash: return .text(escape(from: offset))
    case let byte where ASCII.isWord(byte): return .text(word(from: offset))
    default:
      return .text(text(offset..<(offset + (lengthOfScalar(at: offset) ?? 1))))
    }
  }

  fileprivate func found(at offset: Int, _ syntax: SourceSyntax) -> SourceError.Found {
    guard offset < count else { return foundEnd }
    switch syntax {
    case .json: return found(at: offset)
    case .xml: return foundMarkup(at: offset)
    case .iCalendar:
      var end = offset
      while end < Swift.min(count, offset + 200), self[end] >= ASCII.space || self[end] == ASCII.tab
      { end += 1 }
      return .text(text(offset..<Swift.max(end, offset + 1)))
    }
  }

  /// Returns the tag, reference, word or character at an offset.
  private func foundMarkup(at offset: Int) -> SourceError.Found {
    switch self[offset] {
    case ASCII.lessThan:
      var end = offset + 1
      while end < Swift.min(count, offset + 50), ASCII.isMarkup(self[end]) { end += 1 }
      return .text(text(offset..<(end < count && self[end] == ASCII.greaterThan ? end + 1 : end)))
    case ASCII.ampersand:
      var end = offset + 1
      while end < Swift.min(count, offset + 50), ASCII.isReference(self[end]) { end += 1 }
      return .text(text(offset..<(end < count && self[end] == ASCII.semicolon ? end + 1 : end)))
    case ASCII.minus where hasWord("--", at: offset): return .text("--")
    case ASCII.rightBracket where hasWord("]]>", at: offset): return .text("]]>")
    default: return found(at: offset)
    }
  }

  private var foundEnd: SourceError.Found {
    endOfBlanks(from: lengthOfByteOrderMark) == count ? .nothing : .end
  }

  fileprivate func word(from offset: Int) -> String {
    var end = offset
    while end < count, end - offset < 50, ASCII.isWord(self[end]) { end += 1 }
    return text(offset..<end)
  }

  /// Returns the escape at a backslash as written: the next character and, for `\u`, up to four
  /// letters or digits.
  private func escape(from offset: Int) -> String {
    guard offset + 1 < count, let length = lengthOfScalar(at: offset + 1) else { return "\\" }
    var end = offset + 1 + length
    if self[offset + 1] == UInt8(ascii: "u") {
      while end < count, end < offset + 6, ASCII.isWord(self[end]) { end += 1 }
    }
    return text(offset..<end)
  }

  func text(_ range: Range<Int>) -> String {
    var units: [UInt8] = []
    for offset in range { units.append(self[offset]) }
    return String(decoding: units, as: UTF8.self)
  }

  var lengthOfByteOrderMark: Int {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
  }
}
