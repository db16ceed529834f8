import Basics
import SourceText

enum ICalendarRules: SyntaxRules {
  static var syntax: SourceSyntax { .iCalendar }

  static func decoded(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
    bytes.decodedLine(in: range)
  }

  /// Returns the name in uppercase.
  static func decodedKey(_ bytes: Span<UInt8>, in range: Range<Int>) -> [UInt8] {
    bytes.decodedName(in: range)
  }

  /// Returns the rest of the line from an offset, shortened to 200 bytes.
  static func found(at offset: Int, in bytes: Span<UInt8>) -> SourceError.Found {
    var end = offset
    while end < min(bytes.count, offset + 200), bytes[end] >= ASCII.space || bytes[end] == ASCII.tab
    { end += 1 }
    return .text(bytes.text(offset..<max(end, offset + 1)))
  }
}
