/// Finds the names that a mistyped word may have meant.
package enum NearestNames {
  /// Returns the names nearest to a word.
  ///
  /// A name is near if two edits or fewer lead to it and more letters stay than change, or if it
  /// begins with the word. An edit changes, adds or drops a letter or swaps two neighbours; upper
  /// and lower case are the same.
  ///
  ///     NearestNames.of("loc", among: ["location", "talks", "locations"])
  ///     // ["location", "locations"]
  ///
  /// - Parameters:
  ///   - word: What was typed.
  ///   - names: What is known.
  /// - Returns: The names with the fewest edits, else those the word begins; three at most, in
  ///   the order of `names`.
  /// - Complexity: O(*n* · *k*²), where *n* is the number of names and *k* their length.
  package static func of(_ word: String, among names: [String]) -> [String] {
    let typed = word.lowercased()
    let matches = matches(
      of: typed, among: names, spellings: { [$0.lowercased()[...]] },
      limit: { min(2, (max(typed.count, $0.count) - 1) / 2) })
    if !matches.isEmpty || typed.isEmpty { return matches.prefix(3).map(\.name) }
    return Array(names.filter { $0.lowercased().hasPrefix(typed) }.prefix(3))
  }

  /// A name that is near.
  package struct Match {
    /// The name as it was given.
    package let name: String
    /// Which of its spellings is the nearest one, from 0.
    package let spelling: Int
  }

  /// Returns the names that the fewest edits lead to.
  ///
  /// - Parameters:
  ///   - word: The typed word, in the form of the spellings.
  ///   - names: What is known.
  ///   - spellings: Returns the forms of a name to compare with.
  ///   - limit: Returns the most edits that are forgiven for a form; fewer than 0 for none.
  /// - Returns: All names with the fewest edits, in the order of `names`.
  /// - Complexity: O(*n* · *m*), where *n* is the length of all forms and *m* that of the word.
  package static func matches(
    of word: String, among names: [String], spellings: (String) -> [Substring],
    limit: (Substring) -> Int
  ) -> [Match] {
    var fewest = Int.max
    var matches: [Match] = []
    for name in names {
      var nearest: (edits: Int, spelling: Int)?
      for (place, spelling) in spellings(name).enumerated() {
        let most = min(limit(spelling), nearest.map { $0.edits - 1 } ?? fewest)
        guard let edits = word.editDistance(to: spelling, limit: most) else { continue }
        nearest = (edits, place)
      }
      guard let nearest else { continue }
      if nearest.edits < fewest { matches = [] }
      fewest = nearest.edits
      matches.append(Match(name: name, spelling: nearest.spelling))
    }
    return matches
  }
}
