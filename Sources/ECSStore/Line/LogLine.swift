/// The form of one entry in the log: one line of text that checks itself.
///
/// A line of format 1 has twelve fields in a fixed order with a tab between them: format, device,
/// counter, time, scope, kind, target, name, details, value, comment, checksum. Each detail ends in a
/// semicolon. The checksum is the CRC-64 of every byte before it, as 16 hexadecimal digits. Format 2
/// has one field more, the version of the kind between details and value. Format 3 has two fields more:
/// that version, and before the checksum the names of the entries that it covers, as the text of a
/// ``VersionVector``. A log can be read by eye, cut
/// with `cut -f`, and loaded with PostgreSQL's `COPY`, whose text format has the same escapes:
///
/// | in a text                   | in the line |
/// |-----------------------------|-------------|
/// | backslash                   | `\\`        |
/// | tab, line feed, return      | `\t` `\n` `\r` |
/// | other control, U+0000–1F, 7F | `\x1b`      |
/// | semicolon, in details only  | `\;`        |
///
/// Every entry has exactly one form, and nothing but that form is read as the entry: a value of
/// version 1 is written in format 1, so that programs which know no other format read it and
/// continue writing, any other value in format 2, and an entry that names others in format 3. All later formats keep the first and the last
/// field, so that a program can distinguish a newer line from a damaged one.
package enum LogLine {
  /// The newest format that this program writes and reads.
  package static let format = 3
  /// The greatest number of bytes of a line, without its newline.
  package static let longest = 1 << 20

  /// The number of fields in a line of the newest format.
  static let fieldCount = 14
  /// The number of digits of the checksum.
  static let checksumLength = 16
  /// The fewest bytes a whole line can have, with its newline.
  static let shortest = 12 + 1 + 32 + 1 + 1 + checksumLength

  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  /// The last byte of a torn line that others were appended after; no entry has it.
  static let cancel: UInt8 = 0x18
  static let backslash = UInt8(ascii: "\\")
  static let listEnd = UInt8(ascii: ";")
  static let delete: UInt8 = 0x7F
}
