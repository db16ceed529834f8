extension String {
  /// Calls a closure with the UTF-8 bytes of the string.
  ///
  /// Unlike `utf8.span`, this method is available on all supported systems.
  ///
  ///     "Ä".withUTF8Span { $0.count }  // 2
  ///
  /// - Complexity: O(1), plus the closure. O(*n*) for a string that is not stored as UTF-8.
  @inlinable @inline(__always)
  package func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    // The property `span` costs nothing, but is not available on older systems.
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return body(utf8.span)
    }
    var text = self
    return text.withUTF8 { body($0.span) }
  }
}
