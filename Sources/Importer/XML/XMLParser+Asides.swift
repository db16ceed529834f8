/// What is passed over: comments, processing instructions and the XML declaration; and CDATA
/// sections, which are text.
extension XMLParser {
  /// Reads a comment, CDATA section or instruction inside an element.
  mutating func readAside(_ bytes: Span<UInt8>, _ offset: inout Int) throws(SourceFault) {
    current.isEscaped = true
    guard bytes.hasWord("<![CDATA[", at: offset) else {
      offset = try Self.endOfAside(bytes, at: offset)
      return
    }
    let start = offset + 9
    offset = try Self.offset(of: "]]>", .endOfSection, in: bytes, from: start)
    if bytes.endOfBlanks(from: start) < offset { current.hasText = true }
    offset += 3
  }

  /// Returns the offset after blanks, comments and instructions outside the outermost element.
  static func endOfAsides(_ bytes: Span<UInt8>, from start: Int) throws(SourceFault) -> Int {
    var offset = bytes.endOfBlanks(from: start)
    while offset + 1 < bytes.count, bytes[offset] == ASCII.lessThan,
      bytes[offset + 1] == ASCII.exclamation || bytes[offset + 1] == ASCII.question
    {
      offset = bytes.endOfBlanks(from: try endOfAside(bytes, at: offset))
    }
    return offset
  }

  private static func endOfAside(_ bytes: Span<UInt8>, at start: Int) throws(SourceFault) -> Int {
    if bytes[start + 1] == ASCII.question { return try endOfInstruction(bytes, at: start) }
    guard bytes.hasWord("<!--", at: start) else {
      let isDocumentType = bytes.hasWord("<!DOCTYPE", at: start)
      throw fault(isDocumentType ? .noDocumentType : .commentOrSection, at: start)
    }
    let end = try offset(of: "--", .endOfComment, in: bytes, from: start + 4)
    guard bytes.hasWord("-->", at: end) else { throw fault(.endOfComment, at: end) }
    return end + 3
  }

  private static func endOfInstruction(
    _ bytes: Span<UInt8>, at start: Int
  ) throws(SourceFault) -> Int {
    let end = bytes.endOfXMLName(from: start + 2)
    guard end > start + 2 else { throw fault(.name, at: end) }
    let isReserved =
      end == start + 5 && bytes[start + 2] | 0x20 == UInt8(ascii: "x")
      && bytes[start + 3] | 0x20 == UInt8(ascii: "m")
      && bytes[start + 4] | 0x20 == UInt8(ascii: "l")
    guard !isReserved else { throw fault(.instruction, at: start) }
    guard bytes.hasWord("?>", at: end) || bytes.endOfBlanks(from: end) > end else {
      throw fault(.endOfInstruction, at: end)
    }
    return try offset(of: "?>", .endOfInstruction, in: bytes, from: end) + 2
  }

  /// Returns where a word stands next; all characters before it are checked.
  private static func offset(
    of word: String, _ expectation: XMLExpectation, in bytes: Span<UInt8>, from start: Int
  ) throws(SourceFault) -> Int {
    let first = word.utf8.first
    var offset = start
    while offset < bytes.count {
      if bytes[offset] == first, bytes.hasWord(word, at: offset) { return offset }
      offset = try endOfCharacter(bytes, at: offset)
    }
    throw fault(expectation, at: offset)
  }

  // MARK: The XML declaration

  /// Returns the offset after the XML declaration, or the same offset if there is none.
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
      guard bytes.text(encoding).uppercased() == "UTF-8" else {
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

  /// Reads one setting of the XML declaration; returns where its value is, or nil if another thing
  /// stands here.
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
