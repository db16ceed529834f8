extension String {
  /// Creates a text of bytes in UTF-8, or nil if they are no UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - range: Which of them; all if nil.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  @inlinable @inline(__always)
  package init?(validUTF8 bytes: [UInt8], in range: Range<Int>? = nil) {
    let range = range ?? bytes.startIndex..<bytes.endIndex
    // Where it is there, this is the faster way.
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      let span = bytes.span.extracting(range)
      do { self = String(copying: try UTF8Span(validating: span)) } catch { return nil }
    } else {
      self.init(validating: bytes[range], as: UTF8.self)
    }
  }

  /// Creates a text of bytes; what is no UTF-8 in them is replaced as `String(decoding:as:)` does it.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, nearly always in UTF-8.
  ///   - range: Which of them; all if nil.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  @inlinable @inline(__always)
  package init(repairingUTF8 bytes: [UInt8], in range: Range<Int>? = nil) {
    let range = range ?? bytes.startIndex..<bytes.endIndex
    self =
      String(validUTF8: bytes, in: range) ?? String(decoding: bytes[range], as: UTF8.self)
  }
}
