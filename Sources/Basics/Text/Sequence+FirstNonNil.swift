extension Sequence {
  /// Returns the first non-nil result of a closure for the elements, or nil if all results are nil.
  ///
  /// Unlike `first` on a lazy `compactMap`, this method calls the closure only once for the
  /// matching element.
  ///
  ///     ["a", "1", "2"].firstNonNil { Int($0) }  // 1
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  /// - SeeAlso: `firstNonNil(_:)` of Swift Algorithms.
  @inlinable
  package func firstNonNil<Result>(_ transform: (Element) -> Result?) -> Result? {
    for element in self {
      if let result = transform(element) { return result }
    }
    return nil
  }
}
