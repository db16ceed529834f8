import Basics

extension Span where Element == UInt8 {
  /// Returns the decoded UTF-8 bytes of a validated string with escapes.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the range.
  func decodedText(in range: Range<Int>) -> [UInt8] {
    let text = extracting(range)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var offset = 0
    while true {
      let end = text.firstOffset(of: ASCII.backslash, from: offset)
      text.extracting(offset..<end).withUnsafeBytes { decoded += $0 }
      guard end < text.count else { return decoded }
      let letter = text[end + 1]
      offset = end + 2
      switch letter {
      case UInt8(ascii: "b"): decoded.append(ASCII.backspace)
      case UInt8(ascii: "f"): decoded.append(ASCII.formFeed)
      case UInt8(ascii: "n"): decoded.append(ASCII.lineFeed)
      case UInt8(ascii: "r"): decoded.append(ASCII.carriageReturn)
      case UInt8(ascii: "t"): decoded.append(ASCII.tab)
      case UInt8(ascii: "u"):
        let unit = text.fourHexadecimalDigits(at: offset) ?? 0
        offset += 4
        var scalar = Unicode.Scalar(unit)
        if UTF16.isLeadSurrogate(unit) {
          let trail = text.fourHexadecimalDigits(at: offset + 2) ?? 0
          scalar = Unicode.Scalar(
            0x1_0000 + ((UInt32(unit) & 0x3FF) << 10) + (UInt32(trail) & 0x3FF))
          offset += 6
        }
        decoded.append(contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? .init())
      default: decoded.append(letter)
      }
    }
  }

  /// Returns the value of the four hexadecimal digits at an offset.
  ///
  /// The result is nil if any of the four bytes is missing or is not a digit.
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
