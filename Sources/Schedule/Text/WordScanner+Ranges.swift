import Basics

extension WordScanner {
  /// Returns the ranges of the matches in a string, at most one in each word, in ascending order.
  ///
  /// - Complexity: O(*n* · *w*), where *n* is the length of the text and *w* is the length of the
  ///   word.
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

  /// Returns the first match in a word with non-ASCII characters, or nil if no match exists.
  private func range(inFolded part: Substring) -> Range<String.Index>? {
    switch anchor {
    case .beginning: range(inFolded: part, from: part.startIndex)
    case .anywhere: part.indices.firstNonNil { range(inFolded: part, from: $0) }
    }
  }

  /// Returns the shortest range that starts at an index and whose folded text begins with the word.
  ///
  /// The result is nil if no such range exists.
  private func range(
    inFolded text: Substring, from start: String.Index
  ) -> Range<String.Index>? {
    for umlauts in [Folding.Umlauts.bare, .spelled] {
      // Folds only as many characters as the comparison needs.
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
