extension String {
  /// Returns the string with each byte escaped that does not satisfy a predicate.
  ///
  /// An escape consists of a symbol and two hexadecimal digits, such as `%20`. The result is ASCII
  /// if `isPlain` accepts only ASCII bytes.
  ///
  ///     "50 %".escapingBytes(with: "%") { $0 > 0x20 }  // "50%20%"
  ///
  /// - Complexity: O(*n*), where *n* is the length of the string.
  @inlinable @inline(__always)
  package func escapingBytes(
    with sign: Unicode.Scalar, unless isPlain: (UInt8) -> Bool
  ) -> String {
    // Usually no byte is escaped. The check is inlined here, so that `isPlain` is also inlined.
    hasByte { !isPlain($0) } ? escapingEachByte(with: sign, unless: isPlain) : self
  }

  @usableFromInline
  package func escapingEachByte(
    with sign: Unicode.Scalar, unless isPlain: (UInt8) -> Bool
  ) -> String {
    var escaped = ""
    for byte in utf8 {
      if isPlain(byte) {
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        escaped += "\(sign)\(Hexadecimal.digits(of: byte, count: 2, uppercase: true))"
      }
    }
    return escaped
  }
}
