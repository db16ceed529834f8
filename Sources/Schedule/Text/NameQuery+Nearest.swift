import TextBasics

extension NameQuery {
  /// Returns the name that a user may have meant by an unknown one.
  ///
  /// The query is compared with whole names and with the single words of them, after folding. At
  /// most two edits are forgiven, and at most one for every three letters typed. If several names
  /// are equally near, the first wins. Names of more than 1,000 bytes are left out: they are not
  /// typed by hand, and the list of their words would take many times their memory.
  ///
  ///     NameQuery.nearest(to: "grahm", among: ["Mike Lee", "Graham Lee"])  // "Graham Lee"
  ///
  /// - Parameters:
  ///   - query: The text as it was typed.
  ///   - names: The names there are.
  /// - Returns: One of the names, as it was given, or nil if none is near.
  /// - Complexity: O(*n* · *m*), where *n* is the length of all names and *m* that of the query.
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
