import Basics

/// A query that finds items by their names.
///
/// Case, accents, quotes and white space are ignored; see `String.folded`. German umlauts may be
/// spelled with an e.
///
///     NameQuery("lee").best(among: ["Graham Lee", "Ash Furrow", "Mike Lee"]) { $0 }
///     // ["Graham Lee", "Mike Lee"]
package struct NameQuery: Sendable {
  private let text: String

  /// Creates a query from a typed string.
  ///
  /// A string without letters, digits or symbols matches nothing.
  package init(_ text: String) {
    self.text = text
  }

  /// Returns the items with the best matching names, in the original order.
  ///
  /// Exact matches rank first. Names in which each query word begins a word rank second. Names that
  /// contain every query word rank third. If no name matches, the search is repeated with ä, ö and
  /// ü spelled ae, oe and ue. The closure `name` is called once for each item.
  ///
  /// - Complexity: O(*n* · *w*), where *n* is the length of all names and *w* is the number of
  ///   query words. Repetitive words take longer.
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
      // The second search differs only if a name or the query has non-ASCII letters.
      if text.utf8.allSatisfy({ $0 < 0x80 }) {
        named.removeAll { $0.name.utf8.allSatisfy { $0 < 0x80 } }
      }
    }
    return []
  }

  /// Returns the names that contain each query word as a whole word, but do not equal the query.
  ///
  /// If another name equals the query, ``best(among:name:)`` does not return these longer names.
  /// For the query "Room 1", "Room 10" is not a longer name.
  ///
  /// - Complexity: The same as ``best(among:name:)``.
  package func longerNames(among names: [String]) -> [String] {
    let query = FoldedName(text)
    let words = query.words
    if words.isEmpty { return [] }
    return names.filter {
      let name = FoldedName($0)
      return name.fit(to: query, words: words) == .beginnings
        && Set(name.words).isSuperset(of: words)
    }
  }
}
