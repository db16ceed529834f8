import TextBasics

extension WordScanner {
  /// Returns where the word is found in the words of a text, once in each at most.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The ranges of characters, in their order.
  /// - Complexity: O(*n* · *w*), where *n* is the length of the text and *w* that of the word.
  func ranges(in text: String) -> [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    _ = firstPart(of: text) { part, offset in
      if let offset {
        let match = text.part(offset..<offset + word.count)
        found.append(match.startIndex..<match.endIndex)
      } else {
        found += text.part(part).unicodeScalars.split(whereSeparator: \.separatesWords).compactMap {
          range(inFolded: Substring($0))
        }
      }
      return false
    }
    return found
  }

  /// The first match in a word of any letters.
  private func range(inFolded part: Substring) -> Range<String.Index>? {
    switch anchor {
    case .beginning: range(inFolded: part, from: part.startIndex)
    case .anywhere: part.indices.firstNonNil { range(inFolded: part, from: $0) }
    }
  }

  /// The part of a text, from an index on, that is the word when it is folded; nil if there is
  /// none.
  private func range(
    inFolded text: Substring, from start: String.Index
  ) -> Range<String.Index>? {
    for umlauts in [Folding.Umlauts.bare, .spelled] {
      // No more is folded than is needed to see whether it is the word.
      var folding = Folding(umlauts: umlauts)
      var end = start
      while end < text.endIndex, word.starts(with: folding.utf8) {
        let next = text.index(after: end)
        for scalar in text[end..<next].unicodeScalars { folding.append(scalar) }
        end = next
        if folding.utf8.starts(with: word) { return start..<end }
      }
    }
    return nil
  }
}
