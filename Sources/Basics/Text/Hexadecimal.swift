package enum Hexadecimal {
  /// Returns the hexadecimal digits of a nonnegative number.
  ///
  ///     Hexadecimal.digits(of: 0xE9, count: 4)  // "00e9"
  ///
  /// `count` is the minimum number of digits. Shorter numbers get leading zeros.
  package static func digits(
    of number: some BinaryInteger, count: Int = 1, uppercase: Bool = false
  ) -> String {
    let digits = String(number, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }

  /// Returns the value of a hexadecimal digit, or nil for any other byte.
  @inlinable package static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: lowercaseValue(of: byte)
    }
  }

  /// Returns the value of a lowercase hexadecimal digit, or nil for any other byte.
  @inlinable package static func lowercaseValue(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Returns the eight lowercase hexadecimal digits of a number.
  ///
  /// The first digit is in the lowest byte of the result.
  @inlinable @inline(__always)
  package static func word(of number: UInt32) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // The digits are first spread over eight bytes, and then all eight are converted to ASCII in
    // parallel.
    var spread = UInt64(number)
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    spread = (spread | spread << 4) & (ones &* 0x0F)
    let letters = (spread &+ ones &* 6) >> 4 & ones
    let toLetter = UInt64(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
    return (spread &+ ones &* UInt64(UInt8(ascii: "0")) &+ letters &* toLetter).byteSwapped
  }
}
