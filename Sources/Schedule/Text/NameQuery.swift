import TextBasics

/// Words that a person typed to find something by its name.
///
/// Case, accents, quotes and blanks do not matter, see `String.folded`; German umlauts may be
/// spelled with an e.
///
///     NameQuery("lee").best(among: ["Graham Lee", "Ash Furrow", "Mike Lee"]) { $0 }
///     // ["Graham Lee", "Mike Lee"]
package struct NameQuery: Sendable {
  private let text: String

  /// Creates a query from a text as it was typed.
  ///
  /// - Parameter text: Any text; one without letters, digits or symbols finds nothing.
  package init(_ text: String) {
    self.text = text
  }

  /// Returns the items whose names fit best, in the order they were given.
  ///
  /// If names are equal to the query, only these are returned; else the names in which every word
  /// of the query begins a word, else those in which every word of the query occurs. If there are
  /// none, the same is tried with ä, ö and ü spelled ae, oe and ue.
  ///
  /// - Parameters:
  ///   - items: What is looked through.
  ///   - name: The name of an item; asked once for each.
  /// - Returns: The items of the best kind that was found, all of the same kind.
  /// - Complexity: O(*n* · *w*), where *n* is the length of all names and *w* the number of words
  ///   in the query, as long as words do not nearly repeat themselves.
  package func best<Item>(
    among items: some Sequence<Item>, name: (Item) -> String
  ) -> [Item] {
    var named = items.map { (item: $0, name: name($0)) }
    for umlauts in [Folding.Umlauts.bare, .spelled] {
      let query = FoldedName(text, umlauts: umlauts)
      let words = query.words
      guard !words.isEmpty else { return [] }
      var best = FoldedName.Fit.parts
      var found: [Item] = []
      for (item, name) in named {
        let candidate = FoldedName(name, umlauts: umlauts)
        guard let fit = candidate.fit(to: query, words: words), fit <= best else { continue }
        if fit < best { found.removeAll() }
        best = fit
        found.append(item)
      }
      if !found.isEmpty { return found }
      // Only letters beyond ASCII have another spelling.
      if text.utf8.allSatisfy({ $0 < 0x80 }) {
        named.removeAll { $0.name.utf8.allSatisfy { $0 < 0x80 } }
      }
    }
    return []
  }
}
