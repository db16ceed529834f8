import Basics

/// The checksum of a line: CRC-64 as in the xz format.
///
/// A cyclic code detects every flipped bit and every error burst of up to 64 bits. It misses other
/// damage with a probability of 2^-64. Each step processes eight bytes with eight tables.
///
///     Checksum().of("123456789".utf8.span)  // 0x995d_c9bb_df19_39fa
///
/// - SeeAlso: Kounavis, Berry, *A systematic approach to building high performance software-based
///   CRC generators* (2005).
struct Checksum {
  /// The lookup tables.
  ///
  /// Table *k* contains the effect of each byte on the checksum *k* bytes later.
  private static let tables: [UInt64] = {
    var tables = [UInt64](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var sum = UInt64(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xC96C_5795_D787_0F42 : sum >> 1 }
      tables[byte] = sum
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  private let tables = Checksum.tables

  /// Returns the checksum of bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  func of(_ bytes: Span<UInt8>) -> UInt64 { ~adding(bytes, to: Self.start) }

  /// The state of a checksum before the first byte.
  static let start = UInt64.max

  /// Adds bytes to the state of a checksum.
  ///
  /// The state is the complement of the checksum. `former` is ``start``, or the state after the
  /// preceding bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  func adding(_ bytes: Span<UInt8>, to former: UInt64) -> UInt64 {
    let tables = self.tables.span
    // With this check, the compiler removes the bounds checks below.
    precondition(tables.count == 8 * 256)
    var sum = former
    var offset = 0
    while offset <= bytes.count &- 8 {
      sum ^= bytes.word(at: offset)
      let low =
        tables[1792 &+ Int(sum & 0xFF)] ^ tables[1536 &+ Int(sum >> 8 & 0xFF)]
        ^ tables[1280 &+ Int(sum >> 16 & 0xFF)] ^ tables[1024 &+ Int(sum >> 24 & 0xFF)]
      let high =
        tables[768 &+ Int(sum >> 32 & 0xFF)] ^ tables[512 &+ Int(sum >> 40 & 0xFF)]
        ^ tables[256 &+ Int(sum >> 48 & 0xFF)] ^ tables[Int(sum >> 56)]
      sum = low ^ high
      offset &+= 8
    }
    while offset < bytes.count {
      sum = sum >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: sum) ^ bytes[offset])]
      offset &+= 1
    }
    return sum
  }
}
