/// Words that a person typed to find something by any of its texts.
///
/// Case, accents, quotes and blanks do not matter, see `String.folded`; German umlauts may be spelled
/// with an e. A word is found where a word of the text begins with it; in scripts that are written
/// without blanks, and where nothing at all begins with it, also within a word.
package struct SearchQuery: Sendable {
  /// The words, folded.
  let words: [String]

  /// Creates a query from a text as it was typed.
  ///
  /// - Parameter text: Any text; one without letters, digits or symbols finds nothing.
  package init(_ text: String) {
    words = FoldedName(text).words.map(String.init)
  }

  /// Returns where the words are found in a text, for showing it.
  ///
  ///     let text = "Sichere Höfe"
  ///     SearchQuery("hof").ranges(in: text).map { text[$0] }  // ["Höf"]
  ///
  /// - Parameter text: A text.
  /// - Returns: The places between characters, in their order and apart from each other.
  /// - Complexity: O(*n* · *w*), where *n* is the length of the text and *w* the number of words, as
  ///   long as the words of the text are short.
  package func ranges(in text: String) -> [Range<String.Index>] {
    let parts = text.unicodeScalars.split(whereSeparator: \.separatesWords).map(Substring.init)
    var found: [Range<String.Index>] = []
    for word in words {
      let beginnings = parts.compactMap { Self.range(of: word, in: $0, from: $0.startIndex) }
      if beginnings.isEmpty {
        found += parts.compactMap { part in
          part.indices.lazy.compactMap { Self.range(of: word, in: part, from: $0) }.first
        }
      } else {
        found += beginnings
      }
    }
    found.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    return found.reduce(into: []) { apart, range in
      if let last = apart.last, range.lowerBound < last.upperBound {
        apart[apart.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        apart.append(range)
      }
    }
  }

  /// The part of a text, from a place on, that is a word when it is folded; nil if there is none.
  private static func range(
    of word: String, in text: Substring, from start: String.Index
  ) -> Range<String.Index>? {
    for umlauts in [Folding.Umlauts.bare, .spelled] {
      let rest = String(text[start...]).folded(umlauts: umlauts)
      guard rest.utf8.starts(with: word.utf8) else { continue }
      var end = start
      while end < text.endIndex {
        text.formIndex(after: &end)
        let folded = String(text[start..<end]).folded(umlauts: umlauts)
        if folded.utf8.starts(with: word.utf8) { return start..<end }
      }
    }
    return nil
  }
}

extension String {
  /// The words under which the text is found, each once; with ä, ö and ü in both spellings.
  var searchWords: Set<String> {
    var words = Set(FoldedName(self).words.map(String.init))
    // Only what is not ASCII can be spelled otherwise.
    for part in unicodeScalars.split(whereSeparator: \.separatesWords)
    where !part.allSatisfy(\.isASCII) {
      words.formUnion(FoldedName(String(part), umlauts: .spelled).words.map(String.init))
    }
    return words
  }

  /// Whether the text has signs of a script that puts no blanks between words.
  var isUnspaced: Bool {
    unicodeScalars.contains { 0x3040...0x30ff ~= $0.value || $0.properties.isIdeographic }
  }
}
