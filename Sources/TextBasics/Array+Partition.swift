extension Array {
  /// Returns the first position from which on a condition holds, in an array that is sorted by it.
  ///
  /// - Parameter holds: The condition; if it holds for an element, it holds for all later ones.
  /// - Returns: The position; that of the end if it holds for none.
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
