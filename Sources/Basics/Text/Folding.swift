/// A folded string, built scalar by scalar; see `String.folded`.
package struct Folding {
  /// An option that determines which letters replace ä, ö and ü in a folded string.
  package enum Umlauts {
    /// Uses a, o and u, as if the umlaut were an accent.
    case bare

    /// Uses ae, oe and ue, as in German text without umlauts.
    case spelled
  }

  /// The folded string so far, in UTF-8.
  package private(set) var utf8: [UInt8] = []

  private let umlauts: Umlauts
  private var gap = false

  package init(umlauts: Umlauts) {
    self.umlauts = umlauts
  }

  package mutating func append(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x20, 0x09...0x0d:
      gap = true
    case 0x41...0x5a:
      emit(value + 0x20)
    case ..<0x80:
      emit(value)
    // These European letters and punctuation are the most common non-ASCII scalars. Their lowercase
    // forms need no table, and none of them is removed.
    case 0xc0...0xd6, 0xd8...0xde: appendSeen(value + 0x20)
    case 0xdf...0xff, 0x2010...0x2027: appendSeen(value)
    // These are kana and ideographs. Ideographs have no lowercase form.
    case 0x3041...0x3096, 0x30a1...0x30fa: appendSeen(value)
    case 0x3400...0x4dbf, 0x4e00...0x9fff: emit(value)
    case 0xac00...0xd7a3:
      appendSyllable(value - 0xac00)
    default:
      let properties = scalar.properties
      if properties.isWhitespace {
        gap = true
      } else {
        for lower in properties.lowercaseMapping.unicodeScalars { appendLower(lower) }
      }
    }
  }

  private mutating func appendLower(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    guard !scalar.isASCII else { return emit(value) }
    guard !scalar.isLeftOut else {
      if value == 0x0308 { spellUmlaut() }
      return
    }
    appendSeen(value)
  }

  /// Appends a lowercase scalar that folding does not remove.
  private mutating func appendSeen(_ value: UInt32) {
    if 0xff01...0xff5e ~= value {
      emit(value - 0xff01 + 0x21)
    } else if let letter = FoldingTable.letter(for: value) {
      emit(letter)
      if Self.isUmlaut(value) { spellUmlaut() }
    } else if let (first, second) = FoldingTable.pair(for: value) {
      // The first letter may itself be a ligature.
      if let first = Unicode.Scalar(first) { appendLower(first) }
      if second != 0 { emit(second) }
    } else {
      emit(value)
    }
  }

  /// Appends the letters of a Hangul syllable.
  ///
  /// The result equals the result for the decomposed spelling.
  private mutating func appendSyllable(_ index: UInt32) {
    emit(0x1100 + index / 588)
    emit(0x1161 + index % 588 / 28)
    if index % 28 != 0 { emit(0x11a7 + index % 28) }
  }

  private mutating func emit(_ value: UInt32) {
    guard let scalar = Unicode.Scalar(value) else { return }
    if gap, !utf8.isEmpty { utf8.append(ASCII.space) }
    gap = false
    if scalar.isASCII {
      utf8.append(UInt8(truncatingIfNeeded: value))
    } else {
      utf8.append(contentsOf: UTF8.encode(scalar) ?? .init())
    }
  }

  private mutating func spellUmlaut() {
    guard umlauts == .spelled, !gap else { return }
    switch utf8.last {
    case UInt8(ascii: "a"), UInt8(ascii: "o"), UInt8(ascii: "u"): emit(0x65)
    default: break
    }
  }

  /// Returns true for a, o and u with a diaeresis, alone or with another accent.
  ///
  /// These letters are ä, ö, ü, ǖ, ǘ, ǚ, ǜ, ǟ, ȫ, ṏ and ṻ.
  private static func isUmlaut(_ value: UInt32) -> Bool {
    switch value {
    case 0xe4, 0xf6, 0xfc, 0x01d6, 0x01d8, 0x01da, 0x01dc, 0x01df, 0x022b, 0x1e4f, 0x1e7b: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// True if folding removes the scalar.
  ///
  /// Folding removes combining marks and invisible characters such as a soft hyphen.
  fileprivate var isLeftOut: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default:
      properties.canonicalCombiningClass != .notReordered
        || properties.isDefaultIgnorableCodePoint
    }
  }
}
