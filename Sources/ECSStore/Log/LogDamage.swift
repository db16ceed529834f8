/// One stretch of a log that is not an entry this program can use.
package struct LogDamage: Hashable, Sendable {
  /// Why a line is not an entry.
  package enum Reason: Error, Hashable, Sendable {
    /// The line is cut short by the end of the file.
    case torn
    /// The line is a whole entry and is used, but the newline after it is missing.
    case unterminated
    /// The line is a whole entry and is used, but one bit of the newline after it is flipped.
    case newline
    /// The line holds nothing but NUL bytes, as a power cut leaves them.
    case zeros
    /// The checksum is missing or does not match the bytes before it.
    case checksum
    /// The checksum matches, but the line is not written as this format writes it.
    case notCanonical
    /// The line is longer than ``LogLine/longest``.
    case tooLong
    /// The line is whole, but of a format that this program does not know.
    case newerFormat(Int)
  }

  /// The number of the line, from 1.
  package let line: Int
  /// The offset of the line's first byte in the file, from 0.
  package let offset: Int
  /// The number of bytes of the line, without its newline.
  package let length: Int
  /// Why the line is not an entry.
  package let reason: Reason
  /// The number of entries before it in the log.
  package let entryCount: Int
  /// The kind that the line names, if it has all fields; nil if it lacks some, or has too many.
  package let kind: String?
}

extension LogDamage: CustomStringConvertible {
  /// The position of the damage and what was found there, as part of a message.
  package var description: String {
    "line \(line), byte \(offset): \(reason), \(length) bytes"
  }
}

extension LogDamage.Reason: CustomStringConvertible {
  /// What was found, as part of a message.
  package var description: String {
    switch self {
    case .torn: "cut short"
    case .unterminated: "complete, but without a newline"
    case .newline: "complete, but with a damaged newline"
    case .zeros: "only NUL bytes"
    case .checksum: "checksum missing or wrong"
    case .notCanonical: "not in canonical form"
    case .tooLong: "longer than \(LogLine.longest) bytes"
    case .newerFormat(let version): "format \(version), newer than \(LogLine.format)"
    }
  }
}
