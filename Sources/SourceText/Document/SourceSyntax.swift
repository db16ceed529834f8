/// The syntax of a document, which determines how strings are delimited and decoded.
@usableFromInline package enum SourceSyntax: Sendable {
  case json
  case xml
  case iCalendar

  /// Returns the range of a token's string without its quotes.
  @inlinable func range(of token: SourceToken) -> Range<Int> {
    // In JSON the token begins at the opening quote, so that its position is the position of the
    // quote.
    Int(token.start) + (self == .json ? 1 : 0)..<Int(token.end)
  }

  /// Returns the decoded UTF-8 bytes of a validated string with escapes.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the range.
  func decoded(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
    switch self {
    case .json: bytes.span.decodedText(in: range)
    case .xml: bytes.decodedMarkup(in: range)
    case .iCalendar: bytes.decodedLine(in: range)
    }
  }

  /// Returns the UTF-8 bytes of a key: without escapes, and in upper case for iCalendar.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the range.
  func decodedKey(_ bytes: Span<UInt8>, in range: Range<Int>) -> [UInt8] {
    self == .iCalendar ? bytes.decodedName(in: range) : bytes.decodedText(in: range)
  }
}
