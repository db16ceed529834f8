import Basics
import SourceText

extension XMLParser {
  struct ScannedValue {
    let start: Int
    let end: Int
    let isEscaped: Bool
  }

  /// Reads text up to the next tag, comment, CDATA section or processing instruction.
  @inline(__always)
  mutating func readText(_ bytes: Span<UInt8>, _ offset: inout Int) throws(SourceFault) {
    let end = bytes.endOfBlanks(from: offset)
    if end < bytes.count, bytes[end] == ASCII.lessThan {
      offset = end
      return
    }
    current.noteText(at: end)
    while true {
      offset = bytes.endOfPlainMarkup(from: offset)
      guard offset < bytes.count else { throw missingEnd(at: offset) }
      switch bytes[offset] {
      case ASCII.lessThan: return
      case ASCII.ampersand:
        current.isEscaped = true
        offset = try Self.endOfReference(bytes, at: offset)
      case ASCII.carriageReturn:
        current.isEscaped = true
        offset &+= 1
      case ASCII.rightBracket:
        guard !bytes.hasWord("]]>", at: offset) else {
          throw Self.fault(.escapedEndOfSection, at: offset)
        }
        offset &+= 1
      default: offset = try Self.endOfCharacter(bytes, at: offset)
      }
    }
  }

  @inline(__always)
  static func readAttributeValue(
    _ bytes: Span<UInt8>, _ offset: inout Int, limit: Int
  ) throws(SourceFault) -> ScannedValue {
    guard offset < bytes.count, bytes[offset] == ASCII.quote || bytes[offset] == ASCII.apostrophe
    else { throw fault(.attributeValue, at: offset) }
    let quote = bytes[offset]
    let start = offset &+ 1
    var isEscaped = false
    offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case quote:
        let value = ScannedValue(start: start, end: offset, isEscaped: isEscaped)
        guard offset &- start <= limit else {
          throw SourceFault(.textTooLong(offset &- start), at: start)
        }
        offset &+= 1
        return value
      case ASCII.lessThan: throw fault(.escapedLessThan, at: offset)
      case ASCII.ampersand:
        isEscaped = true
        offset = try endOfReference(bytes, at: offset)
      case ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn:
        isEscaped = true
        offset &+= 1
      case ASCII.space..<0x80: offset &+= 1
      default: offset = try endOfCharacter(bytes, at: offset)
      }
    }
    throw fault(.closingQuote, at: offset)
  }

  // MARK: Characters

  /// Returns the offset after a character that is neither markup nor a reference.
  @inline(__always)
  static func endOfCharacter(_ bytes: Span<UInt8>, at offset: Int) throws(SourceFault) -> Int {
    switch bytes[offset] {
    case ASCII.space..<0x80, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn: return offset &+ 1
    case ..<ASCII.space: throw fault(.character, at: offset)
    default: return try endOfLongCharacter(bytes, at: offset)
    }
  }

  private static func endOfLongCharacter(
    _ bytes: Span<UInt8>, at offset: Int
  ) throws(SourceFault) -> Int {
    guard let length = bytes.lengthOfScalar(at: offset) else {
      throw SourceFault(.notUTF8(bytes[offset]), at: offset)
    }
    // XML does not allow the characters U+FFFE and U+FFFF.
    if bytes[offset] == 0xEF, bytes[offset + 1] == 0xBF, bytes[offset + 2] >= 0xBE {
      throw fault(.character, at: offset)
    }
    return offset + length
  }

  static func endOfReference(_ bytes: Span<UInt8>, at start: Int) throws(SourceFault) -> Int {
    guard let reference = XMLReference(at: start, in: bytes) else {
      throw fault(.reference, at: start)
    }
    guard reference.scalar != nil else { throw fault(.characterNumber, at: start) }
    return reference.end
  }
}
