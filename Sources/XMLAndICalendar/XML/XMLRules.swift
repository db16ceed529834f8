import Basics
import SourceText

enum XMLRules: SyntaxRules {
  static var syntax: SourceSyntax { .xml }

  static func decoded(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
    bytes.decodedMarkup(in: range)
  }

  /// Returns the bytes of a name unchanged, because names have no escapes.
  static func decodedKey(_ bytes: Span<UInt8>, in range: Range<Int>) -> [UInt8] {
    Array(bytes.text(range).utf8)
  }

  /// Returns the tag, reference, word or character at an offset.
  static func found(at offset: Int, in bytes: Span<UInt8>) -> SourceError.Found {
    let limit = min(bytes.count, offset + 50)
    var end = offset + 1
    let closing: UInt8
    switch bytes[offset] {
    case ASCII.lessThan:
      while end < limit, ASCII.isMarkup(bytes[end]) { end += 1 }
      closing = ASCII.greaterThan
    case ASCII.ampersand:
      while end < limit, ASCII.isReference(bytes[end]) { end += 1 }
      closing = ASCII.semicolon
    case ASCII.minus where bytes.hasWord("--", at: offset): return .text("--")
    case ASCII.rightBracket where bytes.hasWord("]]>", at: offset): return .text("]]>")
    default: return bytes.foundWord(at: offset)
    }
    return .text(bytes.text(offset..<(end < bytes.count && bytes[end] == closing ? end + 1 : end)))
  }
}
