extension Array {
  /// Returns the index of the first element that satisfies a predicate, in a partitioned array.
  ///
  /// If the predicate is true for an element, it must be true for all later elements. The result is
  /// `endIndex` if no element satisfies the predicate.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inline(__always)
  @inlinable
  package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }
}
