import TextBasics

/// Finds the names that a mistyped word may have meant.
enum NearestNames {
  /// Returns the names nearest to a word.
  ///
  /// A name is near if two edits or fewer lead to it and more than they change stays, or if the
  /// word is how it begins. An edit changes, adds or drops a letter or swaps two neighbours;
  /// upper and lower case are the same.
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
  static func of(_ word: String, among names: [String]) -> [String] {
    let typed = word.lowercased()
    var best = 3
    var nearest: [String] = []
    for name in names {
      let known = name.lowercased()
      guard let edits = typed.editDistance(to: known, limit: min(best, 2)),
        2 * edits < max(typed.count, known.count)
      else { continue }
      if edits < best { nearest = [] }
      best = edits
      nearest.append(name)
    }
    if nearest.isEmpty, !typed.isEmpty {
      nearest = names.filter { $0.lowercased().hasPrefix(typed) }
    }
    return Array(nearest.prefix(3))
  }
}
