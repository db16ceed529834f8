extension Unicode.Scalar {
  /// True if the scalar is white space.
  ///
  /// The most common letters need no lookup in the slow Unicode tables.
  var isBlank: Bool {
    switch value {
    case 0x20, 0x09...0x0d: true
    case ..<0x80: false
    default: isCommonLetter ? false : properties.isWhitespace
    }
  }

  /// True for the most common letters beyond ASCII: accented Latin letters, kana and ideographs.
  ///
  /// None of them is white space, a mark or a symbol.
  package var isCommonLetter: Bool {
    switch value {
    case 0xc0...0xd6, 0xd8...0xf6, 0xf8...0x24f: true
    case 0x3041...0x3096, 0x30a1...0x30fa, 0x3400...0x4dbf, 0x4e00...0x9fff: true
    default: false
    }
  }
}
