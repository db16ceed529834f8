extension String {
  /// A form of the string that ignores case, accents and typographic punctuation in comparisons.
  ///
  /// The folded string is lowercase and has no accents or other marks. Some letters are replaced: ß
  /// with ss, æ with ae, œ with oe, ø with o, ð with d and þ with th. Typographic quotes, dashes
  /// and full-width ASCII become plain ASCII. Invisible characters are removed, and white space
  /// becomes one space between words. Canonically equivalent strings have the same folded string.
  ///
  ///     "  Claus HÖFELE ".folded  // "claus hofele"
  ///
  /// - Complexity: O(*n*), where *n* is the number of scalars.
  /// - SeeAlso: Unicode Technical Report 30, *Character Foldings* (withdrawn).
  package var folded: String {
    folded(umlauts: .bare)
  }

  /// Returns the folded string, with German umlauts replaced as specified.
  ///
  ///     "Höfele".folded(umlauts: .spelled)  // "hoefele"
  ///
  /// - Complexity: O(*n*), where *n* is the number of scalars.
  package func folded(umlauts: Folding.Umlauts) -> String {
    if let folded = foldedASCII { return folded }
    var folding = Folding(umlauts: umlauts)
    for scalar in unicodeScalars { folding.append(scalar) }
    return String(decoding: folding.utf8, as: UTF8.self)
  }

  /// Returns true if the folded form of this string equals the given folded string.
  ///
  ///     "Mike  LEE".isFolded(as: "mike lee")  // true
  ///
  /// - Complexity: O(*n*), where *n* is the number of scalars. Most strings are rejected by their
  ///   first letter, without folding.
  package func isFolded(as folded: String) -> Bool {
    mayBeFolded(asStartOf: folded) && self.folded == folded
  }

  /// Returns true if the given folded string starts with the folded form of this string.
  ///
  ///     "Mike".isFolded(asStartOf: "mike lee")  // true
  ///
  /// - Complexity: The same as `isFolded(as:)`.
  package func isFolded(asStartOf folded: String) -> Bool {
    mayBeFolded(asStartOf: folded) && folded.utf8.starts(with: self.folded.utf8)
  }

  /// Returns false only if the first letters prove that `isFolded(asStartOf:)` is false.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package func mayBeFolded(asStartOf folded: String) -> Bool {
    // Folding an ASCII string does not move its first letter.
    guard let first = utf8.first, first > 0x20 else { return true }
    return ASCII.lowercased(first) == folded.utf8.first || hasByte { $0 >= 0x80 }
  }

  /// The folded string if the string is ASCII, otherwise nil.
  ///
  /// ASCII is folded without tables.
  private var foldedASCII: String? {
    withUTF8Span { bytes in
      // Most identifiers are already folded.
      var start = 0
      while start < bytes.count, Self.isFolded(bytes[start]) { start &+= 1 }
      if start == bytes.count { return self }
      var folded: [UInt8] = []
      folded.reserveCapacity(bytes.count)
      var isBehindGap = false
      for place in 0..<bytes.count {
        let byte = bytes[place]
        switch byte {
        case 0x80...: return nil
        case 0x20, 0x09...0x0d: isBehindGap = true
        default:
          if isBehindGap, !folded.isEmpty { folded.append(0x20) }
          isBehindGap = false
          folded.append(ASCII.lowercased(byte))
        }
      }
      return String(repairingUTF8: folded)
    }
  }

  /// Returns true for an ASCII byte that folding never changes, regardless of its neighbors.
  private static func isFolded(_ byte: UInt8) -> Bool {
    0x0E..<0x80 ~= byte && byte != 0x20 && !(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte)
  }
}
