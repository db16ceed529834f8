import Basics

extension LogLine {
  /// Returns the entry of a line.
  ///
  /// The line has no newline. Only lines that ``encode(_:)`` could have written are accepted.
  ///
  /// - Throws: `newerFormat` if the checksum matches but the format is unknown, otherwise another
  ///   `LogDamage.Reason`.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func decode(_ line: [UInt8]) throws(LogDamage.Reason) -> LogEntry {
    let bytes = line.span
    var decoder = LineDecoder()
    // If the bytes contain a newline, the scan ends before the last byte.
    guard decoder.scan(bytes, from: 0) == line.count else { throw .checksum }
    return try decoder.entry(in: bytes, 0..<line.count)
  }

  /// Returns the string in an escaped field, or nil if the field is not canonical.
  static func text(unescaping field: [UInt8]) -> String? {
    guard let bytes = unescaped(field, inList: false).first else { return nil }
    var again: [UInt8] = []
    appendEscaped(bytes, inList: false, to: &again)
    return again == field ? String(validating: bytes, as: UTF8.self) : nil
  }

  /// Returns the strings of an escaped list, or nil if the list is not canonical.
  static func list(unescaping field: [UInt8]) -> [String]? {
    let texts = unescaped(field, inList: true).dropLast().compactMap { bytes in
      String(validating: bytes, as: UTF8.self)
    }
    // Encoding the strings again detects every other error, including invalid UTF-8.
    var again: [UInt8] = []
    appendList(texts, to: &again)
    return again == field ? texts : nil
  }

  /// Returns the unescaped string in a field, or the unescaped parts of a list.
  ///
  /// Invalid escapes are replaced, too.
  private static func unescaped(_ field: [UInt8], inList: Bool) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    var text: [UInt8] = []
    var rest = field[...]
    while let byte = rest.popFirst() {
      switch byte {
      case backslash:
        switch rest.popFirst() {
        case UInt8(ascii: "t"): text.append(tab)
        case UInt8(ascii: "n"): text.append(newline)
        case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
        case UInt8(ascii: "x"):
          let high = rest.popFirst().flatMap(Hexadecimal.lowercaseValue) ?? 0
          let low = rest.popFirst().flatMap(Hexadecimal.lowercaseValue) ?? 0
          text.append(high << 4 | low)
        case let other: text.append(other ?? 0)
        }
      case listEnd where inList:
        texts.append(text)
        text = []
      default: text.append(byte)
      }
    }
    texts.append(text)
    return texts
  }
}
