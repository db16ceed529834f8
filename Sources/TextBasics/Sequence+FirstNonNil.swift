extension Sequence {
  /// Returns the first result that is not nil.
  ///
  /// Unlike the first element of a lazy sequence of results, it is made once.
  ///
  ///     ["a", "1", "2"].firstNonNil { Int($0) }  // 1
  ///
  /// - Parameter transform: Returns the result of an element.
  /// - Returns: The result; nil if there is none.
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
