import Basics
import SourceText

/// A comment, a processing instruction or a CDATA section.
///
/// The parser and the decoder both use this type, so they agree on where each of the three ends.
struct XMLAside {
  enum Kind {
    case comment
    case instruction
    case section
  }

  let kind: Kind
  /// The range between the delimiters, without the name of a processing instruction.
  let content: Range<Int>
  /// The offset after the closing delimiter.
  let end: Int

  /// Reads the comment, processing instruction or CDATA section at an offset.
  ///
  /// The text must begin with `<!` or `<?`.
  ///
  /// - Throws: `SourceFault` if none of the three begins here, or if its end is missing.
  init(at start: Int, in bytes: Span<UInt8>) throws(SourceFault) {
    if bytes.hasWord("<?", at: start) {
      let name = try Self.endOfName(bytes, from: start + 2)
      try self.init(.instruction, "?>", .endOfInstruction, from: name, in: bytes)
    } else if bytes.hasWord("<!--", at: start) {
      try self.init(.comment, "--", .endOfComment, from: start + 4, in: bytes, mark: "-->")
    } else if bytes.hasWord("<![CDATA[", at: start) {
      try self.init(.section, "]]>", .endOfSection, from: start + 9, in: bytes)
    } else {
      let isDocumentType = bytes.hasWord("<!DOCTYPE", at: start)
      throw XMLParser.fault(isDocumentType ? .noDocumentType : .commentOrSection, at: start)
    }
  }

  /// Reads the content and the closing delimiter.
  ///
  /// The content ends at the first `word`, and the closing delimiter `mark` must begin there. Only
  /// for a comment, `word` and `mark` differ: the first `--` must begin the `-->`.
  private init(
    _ kind: Kind, _ word: String, _ expectation: XMLExpectation, from start: Int,
    in bytes: Span<UInt8>, mark: String? = nil
  ) throws(SourceFault) {
    let first = word.utf8.first
    var offset = start
    while offset < bytes.count {
      if bytes[offset] == first, bytes.hasWord(word, at: offset) { break }
      offset = try XMLParser.endOfCharacter(bytes, at: offset)
    }
    let mark = mark ?? word
    guard bytes.hasWord(mark, at: offset) else { throw XMLParser.fault(expectation, at: offset) }
    self.kind = kind
    content = start..<offset
    end = offset + mark.utf8.count
  }

  private static func endOfName(
    _ bytes: Span<UInt8>, from start: Int
  ) throws(SourceFault) -> Int {
    let end = bytes.endOfXMLName(from: start)
    guard end > start else { throw XMLParser.fault(.name, at: end) }
    let isReserved = end == start + 3 && bytes.hasWord("XML", ignoringCaseAt: start)
    guard !isReserved else { throw XMLParser.fault(.instruction, at: start - 2) }
    guard bytes.hasWord("?>", at: end) || bytes.endOfBlanks(from: end) > end else {
      throw XMLParser.fault(.endOfInstruction, at: end)
    }
    return end
  }
}
