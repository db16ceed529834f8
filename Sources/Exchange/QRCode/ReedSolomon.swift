/// The Reed-Solomon error correction of a block.
///
/// - SeeAlso: ISO/IEC 18004, *QR Code bar code symbology specification*.
struct ReedSolomon {
  /// The coefficients of the generator polynomial, without the leading coefficient.
  private let divisor: [UInt8]

  init(count: Int) {
    // Computes the product of (x - 2^0) to (x - 2^(count - 1)).
    var divisor = Array(repeating: 0 as UInt8, count: count - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<count {
      for place in 0..<count {
        divisor[place] = Self.product(divisor[place], root)
        if place + 1 < count { divisor[place] ^= divisor[place + 1] }
      }
      root = Self.product(root, 2)
    }
    self.divisor = divisor
  }

  /// Returns the error correction codewords of a block.
  ///
  /// They are the remainder of the division by the generator polynomial.
  func remainder(of bytes: [UInt8]) -> [UInt8] {
    var remainder = Array(repeating: 0 as UInt8, count: divisor.count)
    for byte in bytes {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for place in divisor.indices { remainder[place] ^= Self.product(divisor[place], factor) }
    }
    return remainder
  }

  /// Returns the product in the Galois field GF(256).
  private static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
    var product = 0
    for bit in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7) * 0x11D
      if second >> UInt8(bit) & 1 == 1 { product ^= Int(first) }
    }
    return UInt8(truncatingIfNeeded: product)
  }
}
