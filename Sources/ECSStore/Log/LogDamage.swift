/// A damaged line of a log, or a line in a newer format.
package struct LogDamage: Hashable, Sendable {
  /// The reasons why a line counts as damaged.
  package enum Reason: Error, Hashable, Sendable {
    /// The line is cut off at the end of the file.
    case torn
    /// The line is a valid entry and is used, but its newline is missing.
    case unterminated
    /// The line is a valid entry and is used, but one bit of its newline is flipped.
    case newline
    /// The line consists of NUL bytes, for example after a power failure.
    case zeros
    /// The checksum is missing or does not match the line.
    case checksum
    /// The checksum matches, but the line is not in canonical form.
    case notCanonical
    /// The line is longer than ``LogLine/longest``.
    case tooLong
    /// The line is valid, but its format is newer than the formats that this program reads.
    case newerFormat(Int)
  }

  /// The number of the line, starting at 1.
  package let line: Int
  /// The offset of the line's first byte in the file.
  package let offset: Int
  /// The number of bytes in the line, without its newline.
  package let length: Int
  package let reason: Reason
  /// The number of entries before the line.
  package let entryCount: Int
  /// The kind of the entry in the line, or nil if the kind cannot be read.
  package let kind: String?
}

extension LogDamage: CustomStringConvertible {
  /// The position and kind of the damage, as part of a message.
  package var description: String {
    "line \(line), byte \(offset): \(reason), \(length) bytes"
  }
}

extension LogDamage.Reason: CustomStringConvertible {
  /// The kind of damage, as part of a message.
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
