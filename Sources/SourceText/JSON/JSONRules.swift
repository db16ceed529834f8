enum JSONRules: SyntaxRules {
  static var syntax: SourceSyntax { .json }

  static func decoded(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
    bytes.span.decodedText(in: range)
  }

  static func decodedKey(_ bytes: Span<UInt8>, in range: Range<Int>) -> [UInt8] {
    bytes.decodedText(in: range)
  }

  static func found(at offset: Int, in bytes: Span<UInt8>) -> SourceError.Found {
    bytes.foundWord(at: offset)
  }
}
