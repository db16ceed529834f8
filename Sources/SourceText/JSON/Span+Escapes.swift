import TextBasics

extension Span where Element == UInt8 {
  /// Returns the bytes that a checked text with escapes stands for.
  ///
  /// - Parameter range: The text between its quotes.
  /// - Returns: The text in UTF-8.
  /// - Complexity: O(*m*), where *m* is the length of the range.
  func decodedText(in range: Range<Int>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = self[offset]
      guard byte == ASCII.backslash else {
        decoded.append(byte)
        offset += 1
        continue
      }
      let letter = self[offset + 1]
      offset += 2
      switch letter {
      case UInt8(ascii: "b"): decoded.append(ASCII.backspace)
      case UInt8(ascii: "f"): decoded.append(ASCII.formFeed)
      case UInt8(ascii: "n"): decoded.append(ASCII.lineFeed)
      case UInt8(ascii: "r"): decoded.append(ASCII.carriageReturn)
      case UInt8(ascii: "t"): decoded.append(ASCII.tab)
      case UInt8(ascii: "u"):
        var units = [fourHexadecimalDigits(at: offset) ?? 0]
        offset += 4
        if UTF16.isLeadSurrogate(units[0]) {
          units.append(fourHexadecimalDigits(at: offset + 2) ?? 0)
          offset += 6
        }
        decoded.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
      default: decoded.append(letter)
      }
    }
    return decoded
  }

  /// Returns the number that four hexadecimal digits make, or nil if they are not there.
  func fourHexadecimalDigits(at offset: Int) -> UInt16? {
    guard offset <= count - 4 else { return nil }
    var number: UInt16 = 0
    for place in offset..<(offset + 4) {
      guard let digit = Hexadecimal.value(of: self[place]) else { return nil }
      number = number << 4 | UInt16(digit)
    }
    return number
  }
}
