/// Finds names that are similar to a mistyped word.
package enum NearestNames {
  /// Returns at most three of the names that are most similar to a word, in the order of `names`.
  ///
  /// A name is similar if at most two edits turn it into the word, and if fewer than half of the
  /// letters change. If no name is similar, the names that begin with the word are returned. An
  /// edit changes, inserts or removes a letter, or swaps two adjacent letters. Case is ignored.
  ///
  ///     NearestNames.of("loc", among: ["location", "talks", "locations"])
  ///     // ["location", "locations"]
  ///
  /// - Complexity: O(*n* · *k*²), where *n* is the number of names and *k* is their maximum length.
  package static func of(_ word: String, among names: [String]) -> [String] {
    let typed = word.lowercased()
    let matches = matches(
      of: typed, among: names, spellings: { [$0.lowercased()[...]] },
      limit: { min(2, (max(typed.count, $0.count) - 1) / 2) })
    if !matches.isEmpty || typed.isEmpty { return matches.prefix(3).map(\.name) }
    return Array(names.filter { $0.lowercased().hasPrefix(typed) }.prefix(3))
  }

  package struct Match {
    package let name: String
    /// The index of the name's spelling that is most similar to the word.
    package let spelling: Int
  }

  /// Returns the names with the smallest edit distance to a word.
  ///
  /// - Parameters:
  ///   - word: The word that the user typed, converted to the form of the spellings.
  ///   - names: The known names.
  ///   - spellings: Returns the spellings of a name to compare with the word.
  ///   - limit: Returns the maximum number of edits for a spelling. A negative number excludes the
  ///     spelling.
  /// - Returns: All names with the minimum number of edits, in the order of `names`.
  /// - Complexity: O(*n* · *m*), where *n* is the total length of all spellings and *m* is the
  ///   length of the word.
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
