extension String {
  /// Creates a string from UTF-8, or returns nil if the bytes are invalid.
  ///
  /// If the range is nil, all bytes are decoded.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  @inlinable @inline(__always)
  package init?(validUTF8 bytes: [UInt8], in range: Range<Int>? = nil) {
    let range = range ?? bytes.startIndex..<bytes.endIndex
    // `UTF8Span` is faster, but not available on older systems.
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      let span = bytes.span.extracting(range)
      do { self = String(copying: try UTF8Span(validating: span)) } catch { return nil }
    } else {
      self.init(validating: bytes[range], as: UTF8.self)
    }
  }

  /// Creates a string from UTF-8.
  ///
  /// Invalid bytes are replaced as in `String(decoding:as:)`. Valid UTF-8 is decoded fastest. If
  /// the range is nil, all bytes are decoded.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  @inlinable @inline(__always)
  package init(repairingUTF8 bytes: [UInt8], in range: Range<Int>? = nil) {
    let range = range ?? bytes.startIndex..<bytes.endIndex
    self =
      String(validUTF8: bytes, in: range) ?? String(decoding: bytes[range], as: UTF8.self)
  }
}
