/// How the text of a document is written, which decides where a value's text begins and how it is
/// decoded.
@usableFromInline package enum SourceSyntax: Sendable {
  case json
  case xml
  case iCalendar

  /// Returns where the text of a token is written, without its quotes.
  @inlinable func range(of token: SourceToken) -> Range<Int> {
    // In JSON a text begins with its quote, so that its position is the one an editor shows.
    Int(token.start) + (self == .json ? 1 : 0)..<Int(token.end)
  }

  /// Returns the text in UTF-8 that a checked text with escapes stands for.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the range.
  func decoded(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
    switch self {
    case .json: bytes.span.decodedText(in: range)
    case .xml: bytes.decodedMarkup(in: range)
    case .iCalendar: bytes.decodedLine(in: range)
    }
  }

  /// Returns the key in UTF-8 that is written in a way of its own.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the range.
  func decodedKey(_ bytes: Span<UInt8>, in range: Range<Int>) -> [UInt8] {
    self == .iCalendar ? bytes.decodedName(in: range) : bytes.decodedText(in: range)
  }
}
