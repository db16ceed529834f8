/// The form of one entry in the log: one line of text that checks itself.
///
/// A line has twelve fields in a fixed order with a tab between them: format, device, counter, time,
/// scope, kind, target, name, details, value, comment, checksum. Each detail ends in a semicolon. The
/// checksum is the CRC-64 of every byte before it, as 16 hexadecimal digits. A log can be read by
/// eye, cut with `cut -f`, and loaded with PostgreSQL's `COPY`, whose text format has the same escapes:
///
/// | in a text                   | in the line |
/// |-----------------------------|-------------|
/// | backslash                   | `\\`        |
/// | tab, line feed, return      | `\t` `\n` `\r` |
/// | other control, U+0000–1F, 7F | `\x1b`      |
/// | semicolon, in details only  | `\;`        |
///
/// Every entry has exactly one form, and nothing but that form is read as the entry. All later formats
/// keep the first and the last field, so that a program can tell a newer line from a damaged one.
package enum LogLine {
  /// The format that this program writes, and the newest it reads.
  package static let format = 1
  /// The greatest number of bytes of a line, without its newline.
  package static let longest = 1 << 20

  /// The number of fields in a line.
  static let fieldCount = 12
  /// The number of digits of the checksum.
  static let checksumLength = 16
  /// The fewest bytes a whole line can have, with its newline.
  static let shortest = fieldCount + 1 + 32 + 1 + 1 + checksumLength

  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let backslash = UInt8(ascii: "\\")
  static let listEnd = UInt8(ascii: ";")
  static let delete: UInt8 = 0x7F
}
