// The encoding of log lines. `LineEncoder` calls these functions for each field. The encoding is
// canonical: `LogLine.decode` rejects all other lines.

import Basics

extension LogLine {
  /// Returns the line of an entry, without a newline.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  package static func encode(_ entry: LogEntry) -> [UInt8] {
    var line: [UInt8] = []
    var encoder = LineEncoder()
    encoder.append(entry, to: &line)
    return line
  }

  /// Returns the approximate size of an entry's line in bytes, without counting escapes.
  static func size(of entry: LogEntry) -> Int {
    let (change, subject) = (entry.change, entry.change.subject)
    let names = subject.scope.utf8.count + subject.kind.utf8.count + subject.target.utf8.count
    let details = subject.details.reduce(subject.name.utf8.count) { $0 + $1.utf8.count + 1 }
    let covered = entry.hasNames ? entry.names.text.utf8.count : 0
    return shortest + names + details + change.value.utf8.count + change.comment.utf8.count
      + covered
  }

  /// Returns the oldest format that can represent a version of a kind.
  static func format(of version: Int) -> Int { version > 1 ? 2 : 1 }

  /// Returns the oldest format that can represent an entry.
  static func format(of entry: LogEntry) -> Int {
    if entry.change.subject.isLink { return 4 }
    return entry.hasNames ? 3 : format(of: entry.change.version)
  }

  static func lines(_ entries: [LogEntry]) -> [UInt8] {
    var bytes: [UInt8] = []
    var encoder = LineEncoder()
    for entry in entries {
      encoder.append(entry, to: &bytes)
      bytes.append(newline)
    }
    return bytes
  }

  static func appendChecksum(to line: inout [UInt8]) {
    append(digits: Checksum().of(line.span), to: &line)
  }

  /// Appends a number as sixteen hexadecimal digits.
  static func append(digits number: UInt64, to line: inout [UInt8]) {
    let (high, low) = digits(of: number)
    // The digits are copied before the call returns.
    withUnsafeBytes(of: (high.littleEndian, low.littleEndian)) { line += $0 }
  }

  /// Returns the sixteen hexadecimal digits of a checksum as two integers.
  ///
  /// The first digit is in the lowest byte.
  static func digits(of sum: UInt64) -> (high: UInt64, low: UInt64) {
    (
      Hexadecimal.word(of: UInt32(sum >> 32)), Hexadecimal.word(of: UInt32(truncatingIfNeeded: sum))
    )
  }

  static func append(_ number: Int64, to line: inout [UInt8]) {
    if number < 0 { line.append(UInt8(ascii: "-")) }
    let magnitude = number.magnitude
    if magnitude < 10 {
      return line.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude))
    }
    let part: UInt64 = 100_000_000
    if magnitude < part { return append(digitsOf: magnitude, atLeast: 1, to: &line) }
    if magnitude < part * part {
      append(digitsOf: magnitude / part, atLeast: 1, to: &line)
    } else {
      append(digitsOf: magnitude / part / part, atLeast: 1, to: &line)
      append(digitsOf: magnitude / part % part, atLeast: 8, to: &line)
    }
    append(digitsOf: magnitude % part, atLeast: 8, to: &line)
  }

  /// Appends a number of at most eight digits.
  @inline(__always)
  private static func append(
    digitsOf number: UInt64, atLeast least: Int, to line: inout [UInt8]
  ) {
    // The digits, with the first in the lowest byte.
    var (word, count, rest) = (UInt64(0), 0, UInt32(truncatingIfNeeded: number))
    while rest > 0 || count < least {
      word = word << 8 | UInt64(UInt32(UInt8(ascii: "0")) &+ rest % 10)
      (rest, count) = (rest / 10, count &+ 1)
    }
    withUnsafeBytes(of: word.littleEndian) {
      line += UnsafeRawBufferPointer(rebasing: $0[..<count])
    }
  }

  /// Appends a string as a field or as an element of a list.
  @inline(__always)
  static func append(_ text: String, inList: Bool = false, to line: inout [UInt8]) {
    // Most strings need no escapes and are copied.
    if text.isEmpty { return }
    let isPlain = text.withUTF8Span { span in
      if hasEscapes(span, inList: inList) { return false }
      span.withUnsafeBytes { line += $0 }
      return true
    }
    if !isPlain { appendEscaped(text.utf8, inList: inList, to: &line) }
  }

  /// Returns true if at least one byte must be escaped.
  ///
  /// Each step processes eight bytes.
  private static func hasEscapes(_ text: Span<UInt8>, inList: Bool) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let special = inList ? listEnd : backslash
    func isMarked(_ word: UInt64) -> Bool {
      // A borrow can mark additional bytes, but only above a correctly marked byte.
      func marks(_ byte: UInt8) -> UInt64 { Span.places(of: byte, in: word) }
      let controls = (word &- ones &* 0x20) & ~word
      return (controls | marks(backslash) | marks(delete) | marks(special)) & (ones &* 0x80) != 0
    }
    var offset = 0
    while offset <= text.count &- 8 {
      if isMarked(text.word(at: offset)) { return true }
      offset &+= 8
    }
    if offset < text.count, text.count >= 8 {
      // The last eight bytes overlap with the bytes of the previous step.
      return isMarked(text.word(at: text.count &- 8))
    }
    while offset < text.count {
      let byte = text[offset]
      if byte < 0x20 || byte == backslash || byte == delete || byte == special { return true }
      offset &+= 1
    }
    return false
  }

  /// Appends strings, each followed by an end mark.
  ///
  /// Because of the end marks, an empty list differs from a list with one empty string.
  static func appendList(_ texts: [String], to line: inout [UInt8]) {
    for text in texts {
      append(text, inList: true, to: &line)
      line.append(listEnd)
    }
  }

  /// Appends a string in its canonical escaped form.
  static func appendEscaped(
    _ text: some Sequence<UInt8>, inList: Bool, to line: inout [UInt8]
  ) {
    for byte in text {
      switch byte {
      case backslash: line += [backslash, backslash]
      case tab: line += [backslash, UInt8(ascii: "t")]
      case newline: line += [backslash, UInt8(ascii: "n")]
      case UInt8(ascii: "\r"): line += [backslash, UInt8(ascii: "r")]
      case listEnd where inList: line += [backslash, listEnd]
      case 0..<0x20, delete:
        line += "\\x\(Hexadecimal.digits(of: byte, count: 2))".utf8
      default: line.append(byte)
      }
    }
  }
}
