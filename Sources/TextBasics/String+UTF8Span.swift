extension String {
  /// Calls a closure with the bytes of the text in UTF-8.
  ///
  /// Unlike `utf8.span`, it is there on every system that the package is for.
  ///
  ///     "Ä".withUTF8Span { $0.count }  // 2
  ///
  /// - Parameter body: What is done with the bytes.
  /// - Returns: What the closure returns.
  /// - Complexity: O(1), plus the closure; O(*n*) for a text that is not kept in UTF-8.
  @inlinable @inline(__always)
  package func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    // Where it is there, it costs nothing.
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return body(utf8.span)
    }
    var text = self
    return text.withUTF8 { body($0.span) }
  }
}
