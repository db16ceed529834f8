extension String {
  /// The text as it is compared with other texts, whatever their case, accents and quotes.
  ///
  /// It is in lower case and without accents and other marks; some letters become others (ß ss,
  /// æ ae, œ oe, ø o, ð d, þ th and so on), typographic quotes and dashes and the wide forms of
  /// ASCII become plain, invisible characters are left out, and white space is one blank between
  /// words. Canonically equivalent spellings have one folded text.
  ///
  ///     "  Claus HÖFELE ".folded  // "claus hofele"
  ///
  /// - Complexity: O(*n*), where *n* is the number of scalars.
  /// - SeeAlso: Unicode Technical Report 30, *Character Foldings* (withdrawn).
  package var folded: String {
    folded(umlauts: .bare)
  }

  /// Returns the text as it is compared with others, with a choice for the German umlauts.
  ///
  ///     "Höfele".folded(umlauts: .spelled)  // "hoefele"
  ///
  /// - Parameter umlauts: How ä, ö and ü are folded.
  /// - Returns: The folded text.
  /// - Complexity: O(*n*), where *n* is the number of scalars.
  package func folded(umlauts: Folding.Umlauts) -> String {
    if let folded = foldedASCII { return folded }
    var folding = Folding(umlauts: umlauts)
    for scalar in unicodeScalars { folding.append(scalar) }
    return String(decoding: folding.utf8, as: UTF8.self)
  }

  /// Returns whether the text is another one that is folded already, once it is folded itself.
  ///
  ///     "Mike  LEE".isFolded(as: "mike lee")  // true
  ///
  /// - Parameter folded: A folded text.
  /// - Returns: Whether `folded` of this text is the same.
  /// - Complexity: O(*n*) at most, where *n* is the number of scalars; most texts differ in their first
  ///   letters.
  package func isFolded(as folded: String) -> Bool {
    mayBeFolded(asStartOf: folded) && self.folded == folded
  }

  /// Returns whether another text, which is folded already, begins with this one once it is folded itself.
  ///
  ///     "Mike".isFolded(asStartOf: "mike lee")  // true
  ///
  /// - Parameter folded: A folded text.
  /// - Returns: Whether it begins with `folded` of this text.
  /// - Complexity: As that of `isFolded(as:)`.
  package func isFolded(asStartOf folded: String) -> Bool {
    mayBeFolded(asStartOf: folded) && folded.utf8.starts(with: self.folded.utf8)
  }

  /// Whether another text, which is folded already, may begin with this one once it is folded itself.
  ///
  /// - Parameter folded: A folded text.
  /// - Returns: False if the first letters show that it does not.
  /// - Complexity: O(*n*) at most, where *n* is the number of bytes.
  package func mayBeFolded(asStartOf folded: String) -> Bool {
    // In ASCII the first letter stays the first one.
    guard let first = utf8.first, first > 0x20 else { return true }
    return ASCII.lowercased(first) == folded.utf8.first || hasByte { $0 >= 0x80 }
  }

  /// The folded text if all of it is ASCII, as most texts are; it needs no tables.
  private var foldedASCII: String? {
    withUTF8Span { bytes in
      // An identifier is mostly folded as it is written.
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

  /// Whether a byte of ASCII stays as it is, whatever is beside it.
  private static func isFolded(_ byte: UInt8) -> Bool {
    0x0E..<0x80 ~= byte && byte != 0x20 && !(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte)
  }
}
