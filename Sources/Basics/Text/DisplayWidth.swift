/// The width of text in terminal columns.
///
/// The width is computed for grapheme clusters. A letter with its accents has one column. An emoji
/// sequence, a flag, a keycap and a Chinese character have two columns.
///
///     DisplayWidth.of("会议 🎤")  // 7
///
/// Control characters have no width, and `SafeText` never contains them.
///
/// - SeeAlso: Unicode Standard Annex 11, *East Asian Width*, and Annex 29, *Text Segmentation*.
package enum DisplayWidth {
  /// Returns the width of a string.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes. Western text takes a fast path.
  package static func of(_ text: String) -> Int {
    ofWestern(text) ?? text.reduce(0) { $0 + of($1) }
  }

  /// Returns the width of a string of common one-column scalars, or nil for any other string.
  ///
  /// These scalars are U+0020 to U+02FF except controls, U+2010 to U+2027 (dashes, quotes and
  /// dots), and U+2500 to U+257F (box drawing).
  ///
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

  /// Returns the width of a character.
  ///
  /// Most characters occupy zero, one or two columns. Clusters of several letters, as in Indic
  /// scripts, may be wider.
  ///
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
    // Hangul vowels and final consonants are drawn into the block of the initial consonant.
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
