import Basics

extension NameQuery {
  /// Returns the name most similar to an unknown name, or nil if none is similar.
  ///
  /// The folded query is compared with complete names and with the words of the names. At most two
  /// edits are allowed, and at most one for every three characters of the query. If several names
  /// are equally similar, the first of these names is returned. Names of more than 1,000 bytes are
  /// skipped, because users do not type them and their words would use much memory.
  ///
  ///     NameQuery.nearest(to: "grahm", among: ["Mike Lee", "Graham Lee"])  // "Graham Lee"
  ///
  /// - Complexity: O(*n* · *m*), where *n* is the total length of all names and *m* is the length
  ///   of the query.
  package static func nearest(to query: String, among names: [String]) -> String? {
    let wanted = FoldedName(query)
    guard !wanted.words.isEmpty else { return nil }
    let limit = min(2, wanted.text.unicodeScalars.count / 3)
    func spellings(of name: String) -> [Substring] {
      let folded = FoldedName(name)
      return [folded.text[...]] + folded.words
    }
    return NearestNames.matches(
      of: wanted.text, among: names.filter { $0.utf8.count <= 1_000 }, spellings: spellings,
      limit: { _ in limit }
    ).first?.name
  }
}
