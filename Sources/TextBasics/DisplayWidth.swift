/// The number of terminal columns that text takes.
///
/// Columns are counted by what a reader sees as one character: an emoji sequence, a flag or a
/// keycap takes two, a letter with its accents one, a Chinese character two.
///
///     DisplayWidth.of("会议 🎤")  // 7
///
/// Control characters count as nothing; text that goes to a terminal has none (``SafeText``).
///
/// - SeeAlso: Unicode Standard Annex 11, *East Asian Width*, and Annex 29, *Text Segmentation*.
package enum DisplayWidth {
  /// Returns the columns of a text.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The sum over its characters.
  /// - Complexity: O(*n*), where *n* is the number of bytes; what is Western is only looked over.
  package static func of(_ text: String) -> Int {
    ofWestern(text) ?? text.reduce(0) { $0 + of($1) }
  }

  /// Returns the columns of a text in which each scalar is a letter or a sign of one column by itself,
  /// as nearly all Western texts are; nil for others.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The number of scalars, if all are of U+0020 to U+02FF but controls, the dashes, quotes
  ///   and dots from U+2010 to U+2027, or the lines of boxes from U+2500 to U+257F.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func ofWestern(_ text: String) -> Int? {
    var count = 0
    var bytes = text.utf8.makeIterator()
    while let byte = bytes.next() {
      switch byte {
      case 0x20...0x7E: break
      case 0xC2: guard let next = bytes.next(), next >= 0xA0 else { return nil }
      case 0xC3...0xCB: _ = bytes.next()
      case 0xE2:
        guard let second = bytes.next(), let last = bytes.next() else { return nil }
        guard second == 0x80 && 0x90...0xA7 ~= last || 0x94...0x95 ~= second else { return nil }
      default: return nil
      }
      count += 1
    }
    return count
  }

  /// Returns the columns of one character.
  ///
  /// - Parameter character: A whole grapheme, such as a letter with its accents.
  /// - Returns: Zero, one or two; more for a cluster of several letters, as Indic scripts have.
  /// - Complexity: O(*n*), where *n* is the number of scalars in the character.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let base = scalars.first else { return 0 }
    let rest = scalars.dropFirst()
    if rest.isEmpty { return of(base) }
    if base.isRegionalIndicator { return 2 }
    if base.properties.isEmoji, rest.contains(where: \.makesEmojiSequence) { return 2 }
    return rest.reduce(of(base)) { $0 + of($1) }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0: return 0
    case ..<0x300: return 1
    // Vowels and final consonants of Hangul are drawn into the block of the first consonant.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    default: break
    }
    if WideRanges.contains(scalar) { return 2 }
    if scalar.properties.isDefaultIgnorableCodePoint { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
    default: return 1
    }
  }
}

extension Unicode.Scalar {
  fileprivate var makesEmojiSequence: Bool {
    isEmojiSelector || isZeroWidthJoiner || properties.isEmojiModifier
  }
}
