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
}

/// The rules of a syntax for decoding strings and describing errors.
package protocol SyntaxRules: SendableMetatype {
  static var syntax: SourceSyntax { get }

  /// Returns the decoded UTF-8 bytes of a validated string with escapes.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the range.
  static func decoded(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8]

  /// Returns the UTF-8 bytes that represent a key with escapes in comparisons.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the range.
  static func decodedKey(_ bytes: Span<UInt8>, in range: Range<Int>) -> [UInt8]

  /// Returns the text that an error message shows for an offset before the end of the text.
  static func found(at offset: Int, in bytes: Span<UInt8>) -> SourceError.Found
}
