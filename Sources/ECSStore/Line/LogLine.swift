/// The text format of a log: one line with a checksum for each entry.
///
/// A line of format 1 has twelve fields, separated by tabs: format, device, counter, time, scope,
/// kind, target, name, details, value, comment, checksum. Each detail ends with a semicolon. The
/// checksum is the CRC-64 of all preceding bytes, as 16 hexadecimal digits. Format 2 adds the
/// version of the kind between details and value. Format 3 also adds a field before the checksum:
/// the covered entries of other devices, as the text of a ``VersionVector``. Format 4 has the same
/// fields for entries about the links of lists, and its covered entries may be empty. People can
/// read logs, and `cut -f` selects fields. PostgreSQL's `COPY` can load logs, because its text
/// format has the same escapes:
///
/// | in a string                 | in the line |
/// |-----------------------------|-------------|
/// | backslash                   | `\\`        |
/// | tab, line feed, return      | `\t` `\n` `\r` |
/// | other control, U+0000–1F, 7F | `\x1b`      |
/// | semicolon, in details only  | `\;`        |
///
/// Each entry has exactly one encoding, and no other encoding is accepted. Values of version 1 are
/// written in format 1, so programs that know only this format can read them and append to the log.
/// Values of later versions are written in format 2. Entries that cover entries of other devices
/// are written in format 3, and entries about links in format 4. The first and the last field are
/// the same in all formats, so programs can distinguish lines in a newer format from damaged lines.
package enum LogLine {
  /// The newest format that this program reads and writes.
  package static let format = 4
  /// The maximum number of bytes in a line, without its newline.
  package static let longest = 1 << 20

  /// The number of fields in the newest format.
  static let fieldCount = 14
  static let checksumLength = 16
  /// The minimum number of bytes in a valid line, with its newline.
  static let shortest = 12 + 1 + 32 + 1 + 1 + checksumLength

  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  /// The last byte of a cancelled line.
  ///
  /// No valid line ends with this byte.
  static let cancel: UInt8 = 0x18
  /// The bytes at the end of a cancelled line.
  ///
  /// One flipped bit turns the last digit of a checksum into one of these bytes, but not into two.
  static let cancelMark = [cancel, cancel]
  static let backslash = UInt8(ascii: "\\")
  static let listEnd = UInt8(ascii: ";")
  static let delete: UInt8 = 0x7F
}
