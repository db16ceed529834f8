extension Collection {
  /// Returns the nonempty runs of consecutive elements with the same value, in order.
  ///
  ///     [1, 3, 4, 5].chunked { $0 % 2 }.map { Array($0.elements) }  // [[1, 3], [4], [5]]
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  /// - SeeAlso: `chunked(on:)` of Swift Algorithms.
  @inlinable
  package func chunked<Value: Equatable>(
    on value: (Element) -> Value
  ) -> [(value: Value, elements: SubSequence)] {
    var chunks: [(value: Value, elements: SubSequence)] = []
    var start = startIndex
    while start < endIndex {
      let first = value(self[start])
      let end = self[start...].firstIndex { value($0) != first } ?? endIndex
      chunks.append((first, self[start..<end]))
      start = end
    }
    return chunks
  }
}
