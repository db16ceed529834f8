import Basics
import SourceText

extension XMLParser {
  /// The maximum number of recorded unterminated CDATA sections.
  private static let mostFlaws = 20_001

  mutating func readAside(_ bytes: Span<UInt8>, _ offset: inout Int) throws(SourceFault) {
    current.isEscaped = true
    let aside = try XMLAside(at: offset, in: bytes)
    if aside.kind == .section {
      let start = bytes.endOfBlanks(from: aside.content.lowerBound)
      if start < aside.content.upperBound { current.noteText(at: start) }
      // If a CDATA section seems to begin inside another section, the end of the outer section is
      // missing. The text in between is then part of the outer section.
      for place in aside.content
      where bytes[place] == ASCII.lessThan && bytes.hasWord("<![CDATA[", at: place) {
        if flaws.count < Self.mostFlaws {
          flaws.append(Self.fault(.endOfSection, at: place))
        }
        break
      }
    }
    offset = aside.end
  }

  /// Returns the offset after blanks, comments and instructions outside the outermost element.
  static func endOfAsides(_ bytes: Span<UInt8>, from start: Int) throws(SourceFault) -> Int {
    var offset = bytes.endOfBlanks(from: start)
    while bytes.hasWord("<!", at: offset) || bytes.hasWord("<?", at: offset) {
      let aside = try XMLAside(at: offset, in: bytes)
      guard aside.kind != .section else { throw fault(.commentOrSection, at: offset) }
      offset = bytes.endOfBlanks(from: aside.end)
    }
    return offset
  }

  // MARK: The XML declaration

  /// Returns the offset after the XML declaration, or `start` if the text has no declaration.
  static func endOfDeclaration(_ bytes: Span<UInt8>, from start: Int) throws(SourceFault) -> Int {
    guard bytes.hasWord("<?xml", at: start), bytes.endOfBlanks(from: start + 5) > start + 5 else {
      return start
    }
    var offset = start + 5
    guard let version = try readSetting("version", bytes, &offset),
      bytes.hasWord("1.", at: version.lowerBound), version.count > 2,
      bytes.endOfDigits(from: version.lowerBound + 2) == version.upperBound
    else { throw fault(.declaration, at: start) }
    if let encoding = try readSetting("encoding", bytes, &offset) {
      for offset in encoding where !ASCII.isWord(bytes[offset]) {
        throw fault(.declaration, at: start)
      }
      guard ["UTF-8", "UTF8", "US-ASCII"].contains(bytes.text(encoding).uppercased()) else {
        throw SourceFault(.otherEncoding(encoding), at: encoding.lowerBound)
      }
    }
    if let standalone = try readSetting("standalone", bytes, &offset) {
      guard ["yes", "no"].contains(bytes.text(standalone)) else {
        throw fault(.declaration, at: start)
      }
    }
    offset = bytes.endOfBlanks(from: offset)
    guard bytes.hasWord("?>", at: offset) else { throw fault(.declaration, at: start) }
    return offset + 2
  }

  /// Reads a setting of the XML declaration, and returns the range of its value.
  ///
  /// The result is nil if the setting does not follow.
  private static func readSetting(
    _ name: String, _ bytes: Span<UInt8>, _ offset: inout Int
  ) throws(SourceFault) -> Range<Int>? {
    var end = bytes.endOfBlanks(from: offset)
    guard end > offset, bytes.hasWord(name, at: end) else { return nil }
    end = bytes.endOfBlanks(from: end + name.utf8.count)
    guard end < bytes.count, bytes[end] == ASCII.equals else { throw fault(.equalsSign, at: end) }
    end = bytes.endOfBlanks(from: end + 1)
    let value = try readAttributeValue(bytes, &end, limit: 64)
    offset = end
    return value.start..<value.end
  }
}
