/// A text that was read whole and found sound, by the rules of its syntax.
///
/// The text is kept as it is, with a flat list of the offsets of its values; texts and numbers are
/// decoded when they are read. A byte order mark is skipped.
///
///     let document = try SourceDocument(json: Array(#"{"stars": 5}"#.utf8))
///     document.root["stars"]?.integer  // 5
public struct SourceDocument: Sendable {
  private let tape: SourceTape

  /// The skipped parts, in order of the text: lines of iCalendar that cannot be read, and text
  /// between the elements of an XML element larger than a text may be.
  ///
  /// Texts in JSON are read whole or not at all.
  public let flaws: [SourceError]

  /// Reads a text in JSON, by RFC 8259 and nothing beyond it.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - limits: The limits beyond which the text is refused.
  /// - Throws: `SourceError` for the first thing in the text that is no JSON or over a limit.
  /// - Complexity: O(*n*) expected, where *n* is the number of bytes; 16 bytes of memory a value
  ///   beside the text.
  /// - SeeAlso: RFC 8259, *The JavaScript Object Notation (JSON) Data Interchange Format*
  public init(json bytes: [UInt8], limits: SourceLimits = .standard) throws(SourceError) {
    let limits = limits.fitted(to: bytes.count)
    try self.init(bytes, .json, limits) { (span, start) throws(SourceFault) in
      var parser = JSONParser(limits: limits)
      try parser.parse(span, from: start)
      return ParsedSource(
        tokens: parser.tokens, keyTable: parser.keys.table,
        hasRepeatedKeys: parser.keys.hasRepeats)
    }
  }

  /// Reads a text by a parser, which begins after a byte order mark.
  init(
    _ bytes: [UInt8], _ syntax: SourceSyntax, _ limits: SourceLimits,
    parse: (Span<UInt8>, Int) throws(SourceFault) -> ParsedSource
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
      if syntax == .iCalendar { text = try UnfoldedText(unfolding: bytes, limit: limits.values) }
      let source = try parse(text.bytes.span, bytes.span.lengthOfByteOrderMark)
      tape = SourceTape(text: text, syntax: syntax, source: source)
      let lines = source.flaws.isEmpty ? nil : LineIndex(of: bytes)
      flaws = source.flaws.compactMap { flaw in
        lines.map { SourceError(flaw, in: text, lines: $0, limits: limits, syntax: syntax) }
      }
    } catch {
      throw SourceError(
        error, in: text, lines: LineIndex(of: bytes), limits: limits, syntax: syntax)
    }
  }

  /// The outermost value.
  public var root: SourceValue { SourceValue(tape: tape, index: 0) }

  /// The distinct keys of all objects in order of first appearance; a member's `keyID` counts here.
  ///
  /// Two keys are the same if they are the same bytes once their escapes are decoded.
  ///
  /// - Complexity: O(*k*), where *k* is the length of all distinct keys; keep what it returns.
  public var keys: [String] { (0..<tape.keyTable.entries.count).map { tape.key($0) } }

  /// The size of the file.
  package var byteCount: Int { tape.text.file.count }

  /// The position of the value with a number.
  package func position(at index: Int) -> SourcePosition {
    SourceValue(tape: tape, index: index).position
  }

  /// The positions of the values with these numbers, for which the text is read once.
  package func positions(at indices: [Int]) -> [SourcePosition] {
    let offsets = indices.map { tape.text.fileOffset(of: Int(tape.tokens[$0].start)) }
    return LineIndex.positions(of: offsets, in: tape.text.file)
  }

  /// Whether some object may have a key twice; in JSON this was detected, in other syntaxes it is
  /// usual.
  package var mayRepeatKeys: Bool { tape.syntax != .json || tape.hasRepeatedKeys }
}

extension Span where Element == UInt8 {
  /// The name of the encoding, if the text is in UTF-16 or UTF-32.
  ///
  /// Each syntax begins with an ASCII character, so that zeros in the first four bytes decide even where no
  /// byte order mark does.
  package var nameOfOtherEncoding: String? {
    // All of these have a zero among the first two bytes, or begin with a mark.
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
