extension Index where Key: Comparable {
  /// Returns the keys that somebody has and a rule accepts, in their order.
  ///
  ///     talksBySpeaker.keys { $0.hasPrefix("M") }  // ["Marcel Weiher", "Maxim Cramer", "Mike Lee"]
  ///
  /// - Parameter isIncluded: Tells of a key whether it is of interest; all are if it is left out.
  /// - Returns: The keys, each once and the smallest first.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of different keys the index ever had
  ///   at a time and *k* that of the ones returned.
  public func keys(where isIncluded: (Key) -> Bool = { _ in true }) -> [Key] {
    let keys = table.value.buckets.compactMap(\.key).filter(isIncluded)
    guard follower.reference.unchecked.isIn(follower.epoch) else { return [] }
    return keys.sorted()
  }
}
