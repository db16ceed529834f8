// The errors of the parsers, and their conversion to a `SourceError` with position and found text.
// All parsers throw faults, and `SourceDocument` converts the faults after parsing.

import Basics

/// A parser error: an offset and a reason.
///
/// The error is small enough to be thrown from inner loops.
/// `SourceError.init(_:in:lines:limits:rules:)` determines the message and the position later.
package struct SourceFault: Error {
  package enum Reason {
    case unexpected(SourceError.Expectation)
    /// An unterminated element or component.
    ///
    /// The range contains the name of the element or component.
    case missingEnd(Range<Int>)
    /// A declaration of an unsupported encoding.
    ///
    /// The range contains the name of the encoding.
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

  package init(_ reason: Reason, at offset: Int) {
    self.offset = offset
    self.reason = reason
  }

  /// True if a limit is exceeded.
  ///
  /// Every parser stops at such a fault.
  package var isOverLimit: Bool {
    switch reason {
    case .tooDeep, .textTooLong, .tooManyValues, .tooManyKeys: true
    default: false
    }
  }
}

extension SourceError {
  init(
    _ fault: SourceFault, in text: UnfoldedText, lines: LineIndex, limits: SourceLimits,
    rules: any SyntaxRules.Type
  ) {
    let bytes = text.bytes
    let span = bytes.span
    func positionInFile(of offset: Int) -> SourcePosition {
      lines.position(of: text.fileOffset(of: offset), in: text.file)
    }
    var offset = fault.offset
    switch fault.reason {
    case .unexpected(let expectation)
    where rules.syntax != .json
      && (offset == bytes.count || span.lengthOfScalar(at: offset) != nil):
      kind = .unexpected(span.found(at: offset, rules), expectation)
    case .missingEnd(let name):
      let start = rules.syntax == .xml ? name.lowerBound - 1 : name.lowerBound
      kind = .missingEnd(
        span.found(at: offset, rules), name: span.text(name),
        start: positionInFile(of: start))
    case .unexpected(let expectation):
      let start = span.startOfBrokenWord(at: offset, expectation)
      if start < offset {
        offset = start
        kind = .unexpected(.text(span.word(from: offset)), .value)
      } else if offset < bytes.count, span.lengthOfScalar(at: offset) == nil {
        kind = .notUTF8(bytes[offset])
      } else {
        kind = .unexpected(span.found(at: offset, rules), expectation)
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
  /// Returns the start of the word that contains an offset, if the parser stopped inside a word.
  ///
  /// Examples are `truex` and `12abc`. The parser reads `true` and stops at the `x`, but the
  /// message must show the whole word. In all other cases, the result is the offset.
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

  /// Returns a description of the text at an offset.
  ///
  /// For an offset inside the text, the rules of the syntax determine the description.
  fileprivate func found(at offset: Int, _ rules: any SyntaxRules.Type) -> SourceError.Found {
    if offset < count { return rules.found(at: offset, in: self) }
    return endOfBlanks(from: lengthOfByteOrderMark) == count ? .nothing : .end
  }

  /// Returns the comment, escape, word or character at an offset.
  package func foundWord(at offset: Int) -> SourceError.Found {
    let next = offset + 1 < count ? self[offset + 1] : 0
    switch self[offset] {
    case ASCII.slash where next == ASCII.slash || next == UInt8(ascii: "*"): return .comment
    case ASCII.backslash: return .text(escape(from: offset))
    case let byte where ASCII.isWord(byte): return .text(word(from: offset))
    default:
      return .text(text(offset..<(offset + (lengthOfScalar(at: offset) ?? 1))))
    }
  }

  fileprivate func word(from offset: Int) -> String {
    var end = offset
    while end < count, end - offset < 50, ASCII.isWord(self[end]) { end += 1 }
    return text(offset..<end)
  }

  /// Returns the escape at a backslash as written.
  ///
  /// It includes the next character and, for `\u`, up to four letters or digits.
  private func escape(from offset: Int) -> String {
    guard offset + 1 < count, let length = lengthOfScalar(at: offset + 1) else { return "\\" }
    var end = offset + 1 + length
    if self[offset + 1] == UInt8(ascii: "u") {
      while end < count, end < offset + 6, ASCII.isWord(self[end]) { end += 1 }
    }
    return text(offset..<end)
  }

  package func text(_ range: Range<Int>) -> String {
    var units: [UInt8] = []
    for offset in range { units.append(self[offset]) }
    return String(decoding: units, as: UTF8.self)
  }

  var lengthOfByteOrderMark: Int {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
  }
}
