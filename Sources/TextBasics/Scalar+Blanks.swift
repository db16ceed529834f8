extension Unicode.Scalar {
  /// Whether it is white space; the tables of Unicode are asked for few letters.
  var isBlank: Bool {
    switch value {
    case 0x20, 0x09...0x0d: true
    case ..<0x80: false
    default: isCommonLetter ? false : properties.isWhitespace
    }
  }

  /// Whether it is one of the letters beyond ASCII that most such texts are made of, as far as the number
  /// shows it: Latin letters with accents, Kana and ideographs.
  ///
  /// None of them is a blank, a mark or a sign.
  package var isCommonLetter: Bool {
    switch value {
    case 0xc0...0xd6, 0xd8...0xf6, 0xf8...0x24f: true
    case 0x3041...0x3096, 0x30a1...0x30fa, 0x3400...0x4dbf, 0x4e00...0x9fff: true
    default: false
    }
  }
}
