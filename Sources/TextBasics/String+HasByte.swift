extension String {
  /// Returns whether one of its bytes in UTF-8 is as asked; through a view it takes ten times as long.
  ///
  /// - Parameter isMeant: Returns whether a byte is meant.
  /// - Returns: Whether there is one.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  @inlinable @inline(__always)
  package func hasByte(where isMeant: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(where: isMeant) }
      ?? utf8.contains(where: isMeant)
  }
}
