/// A parsed document in one of the supported syntaxes.
///
/// The document stores the text and a flat list of the offsets of its values. Strings and numbers
/// are decoded when they are read. A byte order mark is skipped.
///
///     let document = try SourceDocument(json: Array(#"{"stars": 5}"#.utf8))
///     document.root["stars"]?.integer  // 5
public struct SourceDocument: Sendable {
  private let tape: SourceTape

  /// The errors that did not prevent the parser from reading the text.
  ///
  /// In iCalendar, most of them are skipped lines. In XML, they are skipped text between the
  /// elements of a large element, and CDATA sections that appear to be unterminated. In JSON, every
  /// error prevents parsing, so the array is empty.
  public let flaws: [SourceError]

  /// Creates a document by parsing JSON text, strictly according to RFC 8259.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - limits: The limits beyond which the text is rejected.
  /// - Throws: `SourceError` for the first part of the text that is not valid JSON or exceeds a
  ///   limit.
  /// - Complexity: O(*n*) expected, where *n* is the number of bytes. Each value takes 16 bytes of
  ///   memory, in addition to the text.
  /// - SeeAlso: RFC 8259, *The JavaScript Object Notation (JSON) Data Interchange Format*
  public init(json bytes: [UInt8], limits: SourceLimits = .standard) throws(SourceError) {
    let limits = limits.fitted(to: bytes.count)
    try self.init(bytes, JSONRules.self, limits) { (text, start) throws(SourceFault) in
      var parser = JSONParser(limits: limits)
      try parser.parse(text.bytes.span, from: start)
      return ParsedSource(
        tokens: parser.tokens, keyTable: parser.keys.table,
        hasRepeatedKeys: parser.keys.hasRepeats)
    }
  }

  /// Creates a document by calling a parser with the text and the offset after its byte order mark.
  ///
  /// The parser may replace the text, for example with unfolded text.
  package init(
    _ bytes: [UInt8], _ rules: any SyntaxRules.Type, _ limits: SourceLimits,
    parse: (inout UnfoldedText, Int) throws(SourceFault) -> ParsedSource
  ) throws(SourceError) {
    let largest = min(limits.bytes, Int(Int32.max))
    guard bytes.count <= largest else {
      throw SourceError(.tooManyBytes(bytes.count, largest), at: SourcePosition(line: 1, column: 1))
    }
    if let name = bytes.span.nameOfOtherEncoding {
      throw SourceError(.otherEncoding(name), at: SourcePosition(line: 1, column: 1))
    }
    var text = UnfoldedText(bytes)
    do throws(SourceFault) {
      let source = try parse(&text, bytes.span.lengthOfByteOrderMark)
      tape = SourceTape(text: text, rules: rules, source: source)
      let lines = source.flaws.isEmpty ? nil : LineIndex(of: bytes)
      flaws = source.flaws.compactMap { flaw in
        lines.map { SourceError(flaw, in: text, lines: $0, limits: limits, rules: rules) }
      }
    } catch {
      throw SourceError(
        error, in: text, lines: LineIndex(of: bytes), limits: limits, rules: rules)
    }
  }

  /// The outermost value.
  public var root: SourceValue { SourceValue(tape: tape, index: 0) }

  /// The distinct keys of all objects, in the order of their first occurrences.
  ///
  /// A member's `keyID` is an index in this array. Two keys are equal if their bytes are equal
  /// after decoding.
  ///
  /// - Complexity: O(*k*), where *k* is the total length of the distinct keys. Store the result to
  ///   use it repeatedly.
  public var keys: [String] { (0..<tape.keyTable.entries.count).map { tape.key($0) } }

  package var byteCount: Int { tape.text.file.count }

  package func position(at index: Int) -> SourcePosition {
    SourceValue(tape: tape, index: index).position
  }

  /// Returns the positions of the values at token indices, in one pass over the text.
  package func positions(at indices: [Int]) -> [SourcePosition] {
    let offsets = indices.map { tape.text.fileOffset(of: Int(tape.tokens[$0].start)) }
    return LineIndex.positions(of: offsets, in: tape.text.file)
  }

  /// True if an object may have repeated keys.
  ///
  /// The JSON parser detects repeated keys. In the other syntaxes, repeated keys are common.
  package var mayRepeatKeys: Bool { tape.syntax != .json || tape.hasRepeatedKeys }
}

extension Span where Element == UInt8 {
  /// The encoding of the text if it is UTF-16 or UTF-32, otherwise nil.
  ///
  /// Text in any supported syntax begins with an ASCII character, so zero bytes among the first
  /// four bytes reveal the encoding even without a byte order mark.
  package var nameOfOtherEncoding: String? {
    // Each of these encodings begins with a byte order mark or has a zero byte among its first two
    // bytes.
    guard count >= 2, self[0] == 0 || self[1] == 0 || self[0] >= 0xFE else { return nil }
    var head: [UInt8] = []
    for offset in 0..<Swift.min(4, count) { head.append(self[offset]) }
    if head.starts(with: [0x00, 0x00, 0xFE, 0xFF]) || head == [0xFF, 0xFE, 0x00, 0x00] {
      return "UTF-32"
    }
    if head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0xFF, 0xFE]) { return "UTF-16" }
    let zeros = head.map { $0 == 0 }
    if count % 4 == 0, zeros == [true, true, true, false] || zeros == [false, true, true, true] {
      return "UTF-32"
    }
    if count % 2 == 0, zeros.starts(with: [true, false]) || zeros.starts(with: [false, true]) {
      return "UTF-16"
    }
    return nil
  }
}
